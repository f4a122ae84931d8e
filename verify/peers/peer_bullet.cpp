#include "peer.h"

#include <BulletDynamics/MLCPSolvers/btLemkeAlgorithm.h>

/** Bullet's Lemke in double precision. Its solution vector holds w, then z. The
number of loops is the one that perp allows itself. */
namespace
{
struct loaded {
    int n;
    btLemkeAlgorithm *lemke;
};

void *load(int n, const double *A, const double *b)
{
    btMatrixXu M(n, n);
    btVectorXu q(n);
    for (int i = 0; i < n; i++) {
        q[i] = b[i];
        for (int j = 0; j < n; j++)
            M.setElem(i, j, A[i * n + j]);
    }
    return new loaded{n, new btLemkeAlgorithm(M, q)};
}

int solve(void *what, double *z)
{
    loaded *l = static_cast<loaded *>(what);
    btVectorXu x = l->lemke->solve(50u * static_cast<unsigned>(l->n) + 1000u);
    if (l->lemke->getInfo() != 0 || x.size() < 2 * l->n)
        return 1;
    for (int i = 0; i < l->n; i++)
        z[i] = x[l->n + i];
    return 0;
}

void drop(void *what)
{
    loaded *l = static_cast<loaded *>(what);
    delete l->lemke;
    delete l;
}
} // namespace

extern "C" const peer peer_bullet = {"Bullet", load,    solve,
                                     drop,     nullptr, nullptr};
