# Reads event streams of Swift Testing, one JSON object a line, and prints a line for each thing to know:
#
#   passed N      the number of tests that ended and recorded no failure
#   failed NAME   a test that recorded a failure; a tab, then where and what the first one was
#   begun NAME    a test that began and never ended: the run crashed in it, or stood still
#
# Suites, single cases of a test and known issues are not counted. Quotes inside of a value are escaped in JSON, so that
# `"kind":"testEnded"` is found where it is meant only.

function value(name,    text) {
  if (!match($0, "\"" name "\":\"([^\"\\\\]|\\\\.)*\"")) return ""
  text = substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 5)
  gsub(/\\\//, "/", text)
  return text
}

# Where and what a recorded failure was, on one line.
function reason(    rest, said, text) {
  rest = $0
  said = value("fileID")
  if (match($0, /"line":[0-9]+/)) said = said ":" substr($0, RSTART + 7, RLENGTH - 7)
  while (match($0, /"text":"([^"\\]|\\.)*"/)) {
    text = substr($0, RSTART + 8, RLENGTH - 9)
    $0 = substr($0, RSTART + RLENGTH)
    if (text != "Issue recorded") said = said ": " text
  }
  $0 = rest
  gsub(/\\[nrt]/, " ", said)
  gsub(/\\"/, "\"", said)
  return said
}

# Without the place in the source, which is not a part of the name: `Module.Suite/test()/File.swift:9:4`.
function shown(id) {
  sub(/\/[^\/]*\.swift:[0-9]+:[0-9]+$/, "", id)
  return id
}

FNR == 1 { stream++ }
/"kind":"function"/ && /"kind":"test"/ { isFunction[stream, value("id")] = 1 }
/"kind":"testStarted"/ { began[stream, value("testID")] = 1 }
/"kind":"testEnded"/ { ended[stream, value("testID")] = 1 }
/"kind":"issueRecorded"/ && !/"isKnown":true/ && !/"severity":"warning"/ && !/"isFailure":false/ {
  if (!((stream, value("testID")) in broken)) broken[stream, value("testID")] = "\t" reason()
}

END {
  passed = 0
  for (key in began) {
    if (!(key in isFunction)) continue
    split(key, part, SUBSEP)
    if (key in broken) print "failed " shown(part[2]) broken[key]
    else if (key in ended) passed++
    else print "begun " shown(part[2])
  }
  # What is recorded outside of any test that began, as by a suite, counts as well.
  for (key in broken) {
    if (key in began && key in isFunction) continue
    split(key, part, SUBSEP)
    print "failed " (part[2] == "" ? "outside of any test" : shown(part[2])) broken[key]
  }
  print "passed " passed
}
