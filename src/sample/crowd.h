/**
# Who waits where

Samples wait at their places of the roads until eight are together. A packet that
is full goes on next; one that is not has time, until nobody else can go.
*/
#pragma once

#include "sample/packet.h"

typedef struct {
    road *at;
    double *u;        /* PACKET samples of `length` numbers */
    int count;        /* samples in it */
    int who[PACKET];  /* their numbers in the block */
    int older, newer; /* neighbours among those that are not full, or -1 */
} packet;

typedef struct {
    int length; /* numbers of a sample, a multiple of PACKET */
    packet *all;
    int *spare, spares; /* free ones, the last one next */
    int *full, fulls;   /* full ones, the last one next */
    int oldest, newest; /* those that are not full */
    int partial;        /* how many */
} crowd;

/* Room for `most` samples. */
perp_status crowd_new(arena *a, int length, int most, crowd *out);

/* Number `who` goes to the packet that waits at x; where its `length` numbers have
   to be written. */
double *crowd_put(crowd *k, road *x, int who);

/* A full packet; else the oldest that is not. Null when nobody waits. It does
   not wait any more. */
packet *crowd_full(crowd *k);
packet *crowd_oldest(crowd *k);

/* The packet is empty. */
void crowd_return(crowd *k, packet *p);
