import Millrace
import MillraceJournal
import MillraceSupport
import Testing

@testable import MillraceCommand

struct CommandParsingTests {
  private func error(_ arguments: String...) -> String? {
    do throws(UsageError) {
      _ = try Command(arguments)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("each command is understood")
  func commands() throws {
    let none = JournalOptions()
    let expected: [([String], Command.Task)] = [
      (["info", "a"], .info(path: "a")),
      (["log", "a"], .log(LogRequest(path: "a"))),
      (["show", "a", "1,234"], .show(path: "a", what: .turn(1234), state: nil)),
      (["show", "a", "7", "--state", "notes"], .show(path: "a", what: .turn(7), state: "notes")),
      (["show", "a", "--key", "k"], .show(path: "a", what: .key("k"), state: nil)),
      (["tasks", "a"], .tasks(path: "a", isAll: false)),
      (["tasks", "a", "--all"], .tasks(path: "a", isAll: true)),
      (["verify", "a"], .verify(path: "a")),
      (["export", "a"], .export(path: "a", file: nil, options: ExportOptions(), permissions: .ownerOnly)),
      (
        ["export", "a", "-", "--mode", "640"],
        .export(path: "a", file: nil, options: ExportOptions(), permissions: AccessPermissions(files: 0o640))
      ),
      (
        ["export", "--salvage", "a", "b", "--all-snapshots"],
        .export(
          path: "a", file: "b", options: ExportOptions(snapshots: .all, salvage: true),
          permissions: .ownerOnly)
      ),
      (["import", "a", "b"], .import(file: "a", path: "b", permissions: .ownerOnly)),
      (["import", "a", "--check"], .check(file: "a")),
      (["compact", "a"], .compact(CompactRequest(path: "a"))),
      (
        ["compact", "a", "--keep-from", "9", "--snapshots", "newest:3", "--dry-run"],
        .compact(CompactRequest(path: "a", keepFrom: 9, snapshots: .newest(3), isDryRun: true))
      ),
      (
        ["compact", "a", "--snapshots=spaced:3:100_000"],
        .compact(CompactRequest(path: "a", snapshots: .spaced(newest: 3, turns: 100_000)))
      ),
      (["diff", "a", "b"], .diff(left: "a", right: "b", times: false)),
      (["diff", "a", "b", "--times"], .diff(left: "a", right: "b", times: true)),
      (["branch", "a", "5", "b"], .branch(BranchRequest(path: "a", turn: 5, new: "b"))),
      (
        ["branch", "a", "5", "b", "--tasks", "keep"],
        .branch(BranchRequest(path: "a", turn: 5, new: "b", tasks: .keep))
      ),
    ]
    for (arguments, task) in expected {
      #expect(try Command(["journal"] + arguments) == .journal(task, none), "\(arguments)")
    }
  }

  @Test("a number has groups of three digits or none, so that a mistyped one is not another")
  func numbers() throws {
    for text in ["1,000", "1_000", "1000", "01000"] {
      #expect(
        try Command(["journal", "show", "a", text])
          == .journal(.show(path: "a", what: .turn(1000), state: nil), JournalOptions()))
    }
    for text in ["1,5", "10,00", "1,,000", ",100", "1,", "1000,000", "+5", "1e3", "inf", "٣"] {
      #expect(throws: UsageError.self, "\(text)") { try Command(["journal", "show", "a", text]) }
    }
  }

  @Test("options may stand anywhere, have one letter, and end with two hyphens")
  func options() throws {
    var request = LogRequest(path: "--odd", limit: .newest(5), from: 2, to: 9, store: "s", kind: "k")
    let first = ["journal", "log", "-n", "5", "--from=2", "--to", "9", "--store", "s", "--kind=k"]
    #expect(
      try Command(first + ["--json", "--utc", "--", "--odd"])
        == .journal(.log(request), JournalOptions(isJSON: true, isUTC: true)))
    request = LogRequest(path: "a", limit: .all, isFollowing: true)
    #expect(
      try Command(["journal", "log", "a", "-f", "--last", "all"]) == .journal(.log(request), JournalOptions())
    )
  }

  @Test("help is given wherever it is asked for, mistakes or not")
  func help() throws {
    for arguments in [["help"], ["--help"], ["-h"], ["journal", "--help"], ["help", "journal"]] {
      #expect(try Command(arguments) == .help, "\(arguments)")
    }
    for arguments in [
      ["help", "journal", "log"], ["journal", "help", "log"], ["journal", "log", "--help"],
      ["journal", "log", "--wrong", "-h"], ["journal", "--help", "log"],
    ] {
      #expect(try Command(arguments) == .helpOf(.log), "\(arguments)")
    }
    #expect(error("journal", "info", "--", "--help") == nil)
  }

  @Test("what is not understood is named, with what was probably meant")
  func mistakes() {
    let program = "Try `millrace --help`."
    #expect(error() == "A command is missing. \(program)")
    #expect(error("jurnal") == "`jurnal` is not a command of `millrace`; did you mean `journal`? \(program)")
    #expect(
      error("serve")
        == "`serve` is not a command of `millrace`; there are `journal` and `inspect`. \(program)")
    #expect(
      error("--json") == "`--json` is not an option of `millrace`; options follow the command. \(program)")
    #expect(
      error("log", "a")
        == "`log` is a command on journals: `millrace journal log`. Try `millrace journal log --help`.")
    let verbs = "info, log, show, tasks, verify, export, import, compact, diff and branch"
    #expect(error("journal") == "The command on journals is missing; there are \(verbs). \(program)")
    #expect(error("journal", "lgo") == "`lgo` is not a command on journals; did you mean `log`? \(program)")
    #expect(
      error("journal", "zebra") == "`zebra` is not a command on journals; there are \(verbs). \(program)")
    #expect(
      error("journal", "--json") == "`--json` precedes the command; options follow it. \(program)")
    #expect(
      error("journal", "log", "a", "--lats", "3")
        == "`--lats` is not an option of `millrace journal log`; did you mean `--last`? "
        + "Try `millrace journal log --help`.")
    #expect(
      error("journal", "log", "a", "--dry-run")
        == "`--dry-run` is not an option of `millrace journal log`, but of `compact`. "
        + "Try `millrace journal log --help`.")
    #expect(
      error("journal", "info", "a", "-x")
        == "`-x` is not an option of `millrace journal info`. Try `millrace journal info --help`.")
  }

  @Test(
    "arguments that are wrong are reported in a sentence",
    arguments: [
      ("show a", "TURN is missing: `millrace journal show JOURNAL TURN`, or `--key KEY`."),
      ("info a b", "`b` is one argument too many."),
      ("show a notes", "TURN must be the number of a turn, but it is `notes`."),
      (
        "show a 99999999999999999999",
        "TURN must be the number of a turn, but it is `99999999999999999999`."
      ),
      ("log a --from x", "--from must be the number of a turn, but it is `x`."),
      ("log a --last 0", "`--last` takes a number from 1, or `all`, but not `0`."),
      ("log a --last", "`--last` needs a value: `--last N`."),
      ("log a --last --json", "`--last` needs a value: `--last N`."),
      ("log a --last=", "`--last` needs a value: `--last N`."),
      ("log a --json=yes", "`--json` takes no value."),
      ("log a --json --json", "`--json` is given twice."),
      ("log a --from 9 --to 3", "`--from 9` is greater than `--to 3`; exchange them."),
      ("log a --follow --to 3", "`--follow` never ends, but `--to` does; omit one of them."),
      ("import - b", "`import` reads its input twice, so it needs a file instead of standard input."),
      ("import a b --check", "`b` is one argument too many."),
      ("branch a 3 b --tasks all", "`--tasks` takes `drop` or `keep`, but not `all`."),
      (
        "compact a --snapshots newest",
        "`--snapshots` takes `all`, `newest:3` or `spaced:3:100000` (numbers from 1), but not `newest`."
      ),
      (
        "compact a --snapshots newest:0",
        "`--snapshots` takes `all`, `newest:3` or `spaced:3:100000` (numbers from 1), but not `newest:0`."
      ),
    ])
  func wrong(line: String, sentence: String) {
    let words = line.split(separator: " ").map(String.init)
    do throws(UsageError) {
      let command = try Command(["journal"] + words)
      Issue.record("understood as \(command)")
    } catch {
      #expect(error.sentence == sentence)
      #expect(error.verb?.rawValue == words[0])
    }
  }

  @Test("an empty argument is no path")
  func emptyPath() {
    #expect(error("journal", "info", "") == "JOURNAL is empty. Try `millrace journal info --help`.")
  }

  @Test("a word is like another when no more than a third of it is wrong")
  func likeness() {
    #expect(EditDistance.between(Array("log"), Array("lgo")) == 1)
    #expect(EditDistance.between(Array("kitten"), Array("sitting")) == 3)
    #expect(EditDistance.between([], Array("abc")) == 3)
    let verbs = Verb.allCases.map(\.rawValue)
    #expect(NameSuggestion.nearest(to: "exprot", among: verbs) == "export")
    #expect(NameSuggestion.nearest(to: "COMPACT", among: verbs) == "compact")
    #expect(NameSuggestion.nearest(to: "comp", among: verbs) == "compact")
    #expect(NameSuggestion.nearest(to: "banana", among: verbs) == nil)
    #expect(NameSuggestion.nearest(to: "", among: verbs) == nil)
  }

  @Test("whatever is given, the answer is a command or a sentence")
  func anything() {
    let words =
      Verb.allCases.map(\.rawValue)
      + ["journal", "--json", "--last", "-n", "=", "--", "-", "", "5", "a", "--last=", "-h", "--é", "\u{1B}"]
    for seed in UInt64(0)..<500 {
      var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
      func random(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
      }
      var arguments = random(4) == 0 ? [] : ["journal"]
      for _ in 0..<random(6) { arguments.append(words[random(words.count)]) }
      do throws(UsageError) { _ = try Command(arguments) } catch {
        #expect(error.sentence.hasSuffix(".") || error.sentence.hasSuffix("?"), "seed \(seed): \(arguments)")
      }
    }
  }
}
