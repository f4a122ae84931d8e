--- The shares of prose of a small tree, counted by hand.

local source = os.getenv("PERP_SOURCE") or os.getenv("PWD")
local check = dofile(source .. "/verify/tools/check.lua")
local weave = check.quote(arg[-1] or "lua5.4") .. " " ..
    check.quote(source .. "/lua/weave.lua") .. " prose "

local house = {
    -- Prose: Title, Why, also. Code: a, f, the brace with a remark, return.
    -- Blank: two signs, two empty lines, a comment of dashes.
    ["src/low/a.c"] = [[
/**
# Title

Why.
*/
int a;

/* also */
/* --- */
int f(void)
{ /* right */
    return "/*x*/"[0]; }
]],
    -- A room of a wing: code 1, prose 1.
    ["src/wing/room/b.h"] = "// one\nint b;\n",
    -- A table that a program wrote, no C, and C outside of the rooms: not read.
    ["src/low/big_table.h"] = "int t[9];\n",
    ["src/low/README.md"] = "Prose.\n",
    ["verify/test_a.c"] = "int main(void);\n",
    -- Two thirds.
    ["verify/check/c.c"] = "/* one\n   two */\nint c;\n",
}

local function said(words, code, pattern)
    check.tree(house, function(dir)
        local out, got = check.run(weave .. words .. " --root " ..
            check.quote(dir))
        check.that(got == code and out:find(pattern), "%s: %s", words, out)
    end)
end

check.case("lines", function()
    said("", 0, "src/low +4 +3 +5 +42%.9 ")
    said("", 0, "src/wing/room +1 +1 +0 +50%.0 ")
    said("", 0, "verify/check +1 +2 +0 +66%.7 ")
    said("", 0, "\nsrc +5 +4 +5 +44%.4 ")
    said("", 0, "not counted: 5\n")
end)

check.case("characters", function()
    -- /** #Title Why. */ /*also*/ /*---*/ /*right*/: 3+6+4+2+8+7+9 = 39;
    -- inta; intf(void) { return"/*x*/"[0];}: 5+10+1+18 = 34; 39/73 = 53.4 %.
    said("", 0, "src/low [^\n]* 53%.4\n")
    -- //one intb;: 5/10.
    said("", 0, "src/wing/room [^\n]* 50%.0\n")
end)

check.case("the least share stands first", function()
    said("", 0, "src/low[^\n]*\nsrc/wing/room[^\n]*\nverify/check")
end)

check.case("enough or not", function()
    said("--least 42 src/low verify/check", 0, "")
    said("--least 60 src/low verify/check", 1,
        "src/low: 42%.9 %% of the lines are prose, not 60\n$")
    said("--least 0 src/none", 1, "src/none: no such room")
    said("--least", 2, "a number of percent")
    said("--least 3", 2, "go together")
    said("src/low", 2, "go together")
end)

check.done()
