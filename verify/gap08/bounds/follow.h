/**
# Runs whose estimates are followed
*/
#pragma once

#include "check.h"
#include "gap08/bounds/estimates.h"
#include "run/experiment.h"
#include "scene.h"

static inline void start(experiment *e, scene *s, double alpha, double gamma,
                         double h)
{
    experiment_start(e, &s->sys);
    mpq_set_d(e->alpha, alpha);
    mpq_set_d(e->gamma, gamma);
    mpq_set_d(e->h, h);
    mpq_set_d(e->T, 0.5);
}
