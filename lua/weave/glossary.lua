--- # What a letter means
---
--- The first table of the chapter on notation says what each letter of this house
--- is, the last one how each paper writes it. A chapter of a paper gets the
--- paper's letters; a letter of the house that the paper gives to something else
--- gets no meaning there, and neither does one that the paper has twice.

local tree = require "weave.tree"
local inline = require "weave.inline"
local glossary = { file = "doc/00-notation.md" }

--- TeX as a list of signs: `\alpha`, `x`, `x_n`; ornaments are no part of it.
local function signs(tex)
    local out = {}
    tex = tex:gsub("\\math%a+%s*{?(%a)}?", "%1"):gsub("\\text%s*%b{}", "")
        :gsub("\\operatorname%s*%b{}", ""):gsub("\\label%b{}", "")
        :gsub("\\tag%*?%b{}", ""):gsub("\\begin%b{}", "")
        :gsub("\\end%b{}", "")
    local at = 1
    while at <= #tex do
        local sign = tex:match("^\\%a+", at) or tex:match("^%a", at)
        if sign then
            at = at + #sign
            local mark = tex:match("^%s*_{?(\\?%a+)}?", at) or
                tex:match("^%s*_{?(%d)}?", at)
            out[#out + 1] = { sign, mark and sign .. "_" .. mark }
        else
            at = at + 1
        end
    end
    return out
end

--- The cells of each row of the table below a heading.
local function rows(text, heading)
    local out = {}
    local part = text:match("\n## " .. heading .. "\n(.-)\n## ") or
        text:match("\n## " .. heading .. "\n(.*)") or ""
    for line in part:gmatch("[^\n]+") do
        if line:match("^|") and not line:match("^|%-") then
            local cells = {}
            for cell in line:gsub("\\|", "/"):sub(2):gmatch("([^|]*)|") do
                cells[#cells + 1] = cell:match("^%s*(.-)%s*$")
            end
            out[#out + 1] = cells
        end
    end
    return out
end

--- The letters of a cell: of `$\Theta_i,\ \nu_i$` they are Theta and nu, without
--- the indices that only count.
local function letters(cell)
    local out = {}
    for tex in cell:gmatch("%$(.-)%$") do
        tex = tex:find("[()=]") and "" or tex:gsub("\\[ ,]", "")
        for part in (tex .. ","):gmatch("%s*(.-),") do
            local list = signs(part)
            local mark = list[1] and list[1][2]
            if #list == 1 then
                out[#out + 1] = mark and not mark:match("_[ijlk]$") and mark
                    or list[1][1]
            end
        end
    end
    return out
end

local SIGN = { Gamma = "Γ", Theta = "Θ", Phi = "Φ", Psi = "Ψ", Lambda = "Λ",
    alpha = "α", beta = "β", gamma = "γ", delta = "δ", epsilon = "ε",
    varepsilon = "ε", zeta = "ζ", theta = "θ", lambda = "λ", mu = "μ", nu = "ν",
    rho = "ρ", sigma = "σ", phi = "φ", varphi = "φ", psi = "ψ", nabla = "∇",
    top = "ᵀ", ge = "≥", le = "≤", times = "×", cdot = "·" }

--- Letters for eyes that see no TeX.
local function seen(tex)
    return (tex:gsub("%^\\top", "ᵀ"):gsub("\\dot (%a)", "%1'")
        :gsub("\\(%a+) ?", function(name) return SIGN[name] or name end)
        :gsub("\\[ ,;!]", " "))
end

local function plain(text)
    return inline.escape((text:gsub("%b$$", function(tex)
        return seen(tex:sub(2, -2))
    end)))
end

local function enter(into, letter, meaning)
    if into[letter] and into[letter] ~= meaning then
        into[letter] = false
    elseif into[letter] == nil then
        into[letter] = meaning
    end
end

--- letter -> meaning in this house, and for each paper in its chapters.
function glossary.read(root)
    local text = tree.read(root .. "/" .. glossary.file) or ""
    local house, out = {}, {}
    for _, cells in ipairs(rows(text, "The letters")) do
        if cells[4] then
            for _, letter in ipairs(letters(cells[1])) do
                enter(house, letter, plain(cells[4]))
            end
        end
    end
    local list = rows(text, "Translation")
    for column, key in ipairs(list[1] or {}) do
        local own = {}
        for k = 2, #list do
            local meant = house[letters(list[k][1])[1]]
            for _, letter in ipairs(letters(list[k][column] or "")) do
                enter(own, letter, meant or nil)
            end
        end
        out[key:match("`(.-)`") or "house"] = own
    end
    out.house = house
    return out
end

--- The meanings of the letters of a formula, for its title; nil if none is known.
function glossary.title(letters_of, tex)
    local out, had = {}, {}
    for _, sign in ipairs(signs(tex)) do
        local name = sign[2] and letters_of[sign[2]] and sign[2] or sign[1]
        local meaning = letters_of[name]
        if meaning and not had[name] then
            had[name] = true
            out[#out + 1] = seen(name) .. ": " .. meaning
        end
    end
    return #out > 0 and table.concat(out, "&#10;") or nil
end

return glossary
