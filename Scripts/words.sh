# shellcheck shell=bash
# The words of comments and texts, for Scripts/lint and Scripts/measure-house. To be sourced after Scripts/common.sh.

# The words and phrases that CONTRIBUTING.md lists as not used, as one regular expression.
listed_words() {
  awk '
    /^Words that we do not use:/ { inside = 1 }
    inside && /^$/ { exit }
    inside { text = text " " $0 }
    END {
      sub(/\. .*/, "", text)
      while (match(text, /\*[^*]+\*/)) {
        printf "%s%s", bar, substr(text, RSTART + 1, RLENGTH - 2)
        bar = "|"
        text = substr(text, RSTART + RLENGTH)
      }
    }' CONTRIBUTING.md
}

# The ends of names that CONTRIBUTING.md lists as not used, as one regular expression.
listed_names() {
  awk '
    /^Names that we do not use end in/ { inside = 1 }
    inside && /^$/ { exit }
    inside { text = text " " $0 }
    END {
      sub(/\. .*/, "", text)
      while (match(text, /`[^`]+`/)) {
        printf "%s%s", bar, substr(text, RSTART + 1, RLENGTH - 2)
        bar = "|"
        text = substr(text, RSTART + RLENGTH)
      }
    }' CONTRIBUTING.md
}

# first_words FILE…: doc comments whose first word is a question word, as file:line:text.
first_words() {
  awk '
    FNR == 1 { inside = 0 }
    /^[ \t]*\/\/\// {
      if (!inside && /^[ \t]*\/\/\/ (What|Who|How|Where|Why|Which|Whether|When)([^a-z]|$)/) print FILENAME ":" FNR ":" $0
      inside = 1
      next
    }
    { inside = 0 }' /dev/null "$@"
}

# uses_of WORDS FILE…: lines that use one of the words, as file:line:word:text. Of Swift files comments are read, and of
# those in Sources string literals, too; of all others everything but `code`. The list in CONTRIBUTING.md is not a use.
uses_of() {
  local words=$1
  shift
  awk -v words="(^|[^A-Za-z])($words)([^A-Za-z]|\$)" '
    FNR == 1 { multiline = 0; isList = 0; isSwift = FILENAME ~ /\.swift$/; isSource = FILENAME ~ /^Sources\// }
    !isSwift {
      if (/^(Words|Names) that we do not use/) isList = 1
      if (/^$/) isList = 0
      if (!isList) check($0)
      next
    }
    multiline {
      if (/"""/) multiline = 0
      else if (isSource) check($0)
      next
    }
    /^[ \t]*\/\// { check($0); next }
    {
      code = $0
      text = ""
      if (gsub(/"""/, "", code) == 1) multiline = 1
      while (match(code, /"([^"\\]|\\.)*"/)) {
        if (isSource) text = text " " substr(code, RSTART, RLENGTH)
        code = substr(code, 1, RSTART - 1) " " substr(code, RSTART + RLENGTH)
      }
      if (match(code, /\/\/.*/)) text = text " " substr(code, RSTART)
      check(text)
    }
    function check(text) {
      if (isSwift ? text ~ /^[ \t]*\/\// : 1) gsub(/`+[^`]*`+/, "", text)
      text = tolower(text)
      while (match(text, words)) {
        word = substr(text, RSTART, RLENGTH)
        gsub(/^[^a-z]|[^a-z]$/, "", word)
        print FILENAME ":" FNR ":" word ":" $0
        text = substr(text, RSTART + RLENGTH - 1)
      }
    }' /dev/null "$@"
}

# argued_names FILE…: lines of arguments (`// Sound: …`) with a name in code voice that no code of the module has, as
# file:line:text. A name is a word, or several with dots between them.
argued_names() {
  awk '
    FNR == 1 { inside = 0; split(FILENAME, path, "/"); module = path[1] "/" path[2] }
    /^[ \t]*\/\/\// { inside = 0; next }
    /^[ \t]*\/\// {
      if (/Sound:/) inside = 1
      text = $0
      while (inside && match(text, /`[^`]+`/)) {
        name = substr(text, RSTART + 1, RLENGTH - 2)
        text = substr(text, RSTART + RLENGTH)
        if (name !~ /^[A-Za-z_][A-Za-z0-9_.]*([(].*[)])?$/) continue
        sub(/[(].*/, "", name)
        count = split(name, word, ".")
        for (place = 1; place <= count; place++) {
          asked[++total] = module SUBSEP word[place]
          line[total] = FILENAME ":" FNR ":" $0
        }
      }
      next
    }
    {
      inside = 0
      code = $0
      sub(/\/\/.*$/, "", code)
      gsub(/[^A-Za-z0-9_]+/, " ", code)
      count = split(code, word, " ")
      for (place = 1; place <= count; place++) known[module, word[place]] = 1
    }
    END { for (place = 1; place <= total; place++) if (!(asked[place] in known)) print line[place] }' /dev/null "$@"
}

# long_comments FILE…: lines of comments with more than 110 columns, but for tables and for what a program must say.
long_comments() {
  # Of a character with several bytes the first one counts.
  LC_ALL=C awk '/^[ \t]*\/\// && !/^[ \t]*\/\/\/ \|/ && !/^\/\/ (expect-|with:)/ {
    text = $0
    gsub(/[\200-\277]/, "", text)
    if (length(text) > 110) print FILENAME ":" FNR ":" $0
  }' /dev/null "$@"
}

# in_files FUNCTION ARGUMENT…: calls one of these functions with the files that standard input names, each ended by a
# null byte.
in_files() {
  # The single quotes are right: the inner shell expands its own arguments.
  # shellcheck disable=SC2016
  xargs -0 bash -c '. Scripts/words.sh; "$@"' words "$@"
}
