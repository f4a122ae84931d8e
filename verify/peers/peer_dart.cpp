#include "peer.h"

#include <dart/lcpsolver/Lemke.hpp>

/** DART's Lemke, in its own matrices. Its function `validate` is asked for a
verdict, untimed. */
namespace
{
struct loaded {
    Eigen::MatrixXd M;
    Eigen::VectorXd q, z;
};

void *load(int n, const double *A, const double *b)
{
    using rows =
        Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    loaded *l = new loaded;
    l->M = Eigen::Map<const rows>(A, n, n);
    l->q = Eigen::Map<const Eigen::VectorXd>(b, n);
    l->z = Eigen::VectorXd::Zero(n);
    return l;
}

int solve(void *what, double *z)
{
    loaded *l = static_cast<loaded *>(what);
    int info = dart::lcpsolver::Lemke(l->M, l->q, &l->z);
    if (info != 0 || l->z.size() != l->q.size())
        return 1;
    Eigen::Map<Eigen::VectorXd>(z, l->q.size()) = l->z;
    return 0;
}

void drop(void *what)
{
    delete static_cast<loaded *>(what);
}

int stand_by(void *what, double *)
{
    loaded *l = static_cast<loaded *>(what);
    return dart::lcpsolver::validate(l->M, l->z, l->q) ? 0 : 1;
}
} // namespace

extern "C" const peer peer_dart = {"DART", load,     solve,
                                   drop,   stand_by, nullptr};
