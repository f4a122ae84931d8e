/**
# What a scene may write

Numbers, ratios, symbols and functions as Lua values, and errors with a place:
what the two rooms that include Lua share. Lua raises errors
by a long jump, so one rule holds in every function below: while a Lua call
that can fail is ahead, every GMP number and every block of memory in reach
belongs to a userdata, which Lua collects.
*/
#pragma once

#include "base/status.h"
#include "model/tape/graph.h"

#include <gmp.h>
#include <lauxlib.h>
#include <lua.h>
#include <math.h>

/* ---- place.c: errors with a place ------------------------------------- */

/* The script that runs in this state: blamed when no line of it is. `text` is
   null when it is the file `path`. Borrowed; raises. */
typedef struct {
    const char *path, *text;
    size_t length;
} place_source;
void place_script(lua_State *L, const place_source *of);

/* Notes that the chunk `source` (as in lua_Debug) is a file that was loaded.
   When it is a library, errors are blamed on whoever called it. Of a scene that
   perp runs, no other file is ever read for a message. */
void place_loaded(lua_State *L, const char *source, int library);

/* The first stack level whose function is written in a scene, with "nSl"
   filled in, or -1. Allocates nothing. */
int place_scene(lua_State *L, lua_Debug *ar);

/* A number for a message. What 0/0 gives has a sign on one processor and none
   on another, and printf shows it. */
static inline double place_shown(double x)
{
    return isnan(x) ? fabs(x) : x;
}

/* Raises `scene.lua:12: message`; the exit code travels with it. */
int place_fail(lua_State *L, perp_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Raises a failure of another room. A message that holds "line 12: "
   is given the file, any other the line that runs now. */
int place_raise(lua_State *L, perp_status failure);
/* The same, of what the table at index may know the line of. */
int place_raise_of(lua_State *L, int index, perp_status failure);

/* The same of a failure that has its place already. */
int place_pass(lua_State *L, perp_status failure);

/* The text and the code of the error value on top of the stack, which owns the
   text. Calls nothing of the scene, allocates nothing: it may be used where
   nobody catches an error. */
const char *place_message(lua_State *L, perp_code *code);

void place_open(lua_State *L); /* adds fail, lines, here and others to core */

/* ---- owned.c: userdata with memory of their own ------------------------ */

/* Makes the metatable of that name, closed to the scene, with this finalizer
   (or null), and pushes it. */
void owned_type(lua_State *L, const char *name, lua_CFunction gc);

/* The end of every finalizer: takes the type of the value at 1 away. */
int owned_gone(lua_State *L);

/* ---- ratio.c: exact numbers ------------------------------------------- */

/* The ratio at that index, or null. */
mpq_ptr ratio_at(lua_State *L, int index);

/* A fresh ratio on the stack (a userdata, value 0). */
mpq_ptr ratio_new(lua_State *L);

/* Replaces the ratio on top by a plain number when it is a double. */
void ratio_settle(lua_State *L);

/* The exact value of the number or ratio at `index` into the initialised out;
   0 when it is neither or not finite. */
int ratio_value(lua_State *L, int index, mpq_ptr out);

void ratio_open(lua_State *L);

/* ---- symbol.c: recorded expressions ----------------------------------- */

/* The graph behind a group of symbols, a userdata. */
typedef struct {
    graph g;
    uint32_t inputs;
    int rounded; /* a power beyond 2 or a ratio occurred: replay may round */
} recorder;

typedef struct {
    recorder *in;
    graph_id id;
} symbol;

recorder *recorder_check(lua_State *L, int index);
symbol *symbol_at(lua_State *L, int index); /* or null */

/* Pushes the one userdata of this node; the recorder is at stack index r. */
void symbol_push(lua_State *L, int r, graph_id id);

/* The node of the symbol, number or ratio at `index`; raises otherwise,
   naming `what`. */
graph_id symbol_node(lua_State *L, recorder *r, int index, const char *what);

/* Reads the list at `index` into a fresh userdata block of ids that is pushed
   on the stack; *n is its length. */
graph_id *symbol_list(lua_State *L, recorder *r, int index, uint32_t *n,
                      const char *what);

/* The recorder of the first symbol among the arguments, pushed on the stack;
   null (and nothing pushed) when there is none. */
recorder *symbol_recorder(lua_State *L, int arguments);

/* The same; raises when there is none. */
recorder *symbol_wanted(lua_State *L, int arguments, const char *what);

/* Stamps the scene's line on the nodes to come; refuses a runaway graph. */
void symbol_stamp(lua_State *L, recorder *r);

/* Pushes the symbol of a node; the recorder is on top of the stack. Raises
   what the graph says when the id is GRAPH_NONE. Returns 1. */
int symbol_done(lua_State *L, graph_id id);

/* The operation on the symbol at index 1; what: its name in messages. */
int symbol_unary(lua_State *L, graph_op op, const char *what);

void symbol_open(lua_State *L);

/* ---- function.c: sin and its kin, derivatives, formulas --------------- */

/* A readable formula of the value at `index`, cut to `room` bytes. */
void symbol_text(lua_State *L, int index, char *out, size_t room);
void function_open(lua_State *L);

/* Gives the scene's `math` our functions, which take symbols too. */
void function_replace(lua_State *L);
