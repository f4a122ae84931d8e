/**
# HDF5 by its own library

    hdf5_peer write FILE old|new < LINES
    hdf5_peer read FILE

writes a file of arrays, each a line `PATH TYPE HOW COUNT NUMBERS...`, with the
library's oldest format or its newest, and prints all arrays of a file as such lines.
A program of its own: what reads HDF5 in perp shares nothing with it.
*/
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hid_t type_of(const char *name)
{
    return strcmp(name, "i4") == 0   ? H5T_STD_I32LE
           : strcmp(name, "u2") == 0 ? H5T_STD_U16LE
           : strcmp(name, "i8") == 0 ? H5T_STD_I64BE
           : strcmp(name, "f4") == 0 ? H5T_IEEE_F32LE
           : strcmp(name, "b8") == 0 ? H5T_IEEE_F64BE
                                     : H5T_IEEE_F64LE;
}

static int put(hid_t file, const char *path, const char *type, const char *how,
               hsize_t count)
{
    double *v = calloc(count + 1, sizeof *v);
    int fine = v != NULL;
    for (hsize_t k = 0; fine && k < count; k++)
        fine = scanf("%lf", &v[k]) == 1;
    hsize_t part = count > 1 ? (count + 1) / 2 : 1;
    hid_t space = H5Screate_simple(1, &count, NULL);
    hid_t make = H5Pcreate(H5P_DATASET_CREATE), on = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(on, 1);
    if (strcmp(how, "compact") == 0)
        H5Pset_layout(make, H5D_COMPACT);
    if (strcmp(how, "chunked") == 0 || strcmp(how, "packed") == 0)
        H5Pset_chunk(make, 1, &part);
    if (strcmp(how, "packed") == 0)
        H5Pset_deflate(make, 6);
    hid_t set =
        H5Dcreate(file, path, type_of(type), space, on, make, H5P_DEFAULT);
    fine = fine && set >= 0 &&
           (count == 0 || H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                                   H5P_DEFAULT, v) >= 0);
    free(v);
    return fine && H5Dclose(set) >= 0;
}

static int write_all(const char *path, int newest)
{
    char place[256], type[8], how[16];
    unsigned long long count;
    hid_t with = H5Pcreate(H5P_FILE_ACCESS);
    if (newest)
        H5Pset_libver_bounds(with, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, with);
    int fine = file >= 0;
    while (fine && scanf("%255s %7s %15s %llu", place, type, how, &count) == 4)
        fine = put(file, place, type, how, count);
    return fine && H5Fclose(file) >= 0;
}

static herr_t print(hid_t file, const char *path, const H5O_info_t *info,
                    void *fine)
{
    if (info->type != H5O_TYPE_DATASET)
        return 0;
    hid_t set = H5Dopen(file, path, H5P_DEFAULT), type = H5Dget_type(set);
    hssize_t count = H5Sget_simple_extent_npoints(H5Dget_space(set));
    double *v = calloc((size_t)count + 1, sizeof *v);
    if (count > 0 &&
        H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v) < 0)
        *(int *)fine = 0;
    printf("/%s %c%zu %lld", path, H5Tget_class(type) == H5T_FLOAT ? 'f' : 'i',
           H5Tget_size(type), (long long)count);
    for (hssize_t k = 0; k < count; k++)
        printf(" %a", v[k]);
    printf("\n");
    free(v);
    return H5Dclose(set);
}

static int read_all(const char *path)
{
    int fine = 1;
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    return file >= 0 &&
           H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, print, &fine) >= 0 &&
           fine && H5Fclose(file) >= 0;
}

int main(int argc, char **argv)
{
    int fine = argc == 4   ? write_all(argv[2], strcmp(argv[3], "new") == 0)
               : argc == 3 ? read_all(argv[2])
                           : 0;
    return fine ? 0 : 1;
}
