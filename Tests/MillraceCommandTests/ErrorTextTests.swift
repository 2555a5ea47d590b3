import MillraceJournal
import Testing

@testable import MillraceCommand

@Suite("Errors of journals, as the command says them")
struct ErrorTextTests {
  private static let errors: [JournalError] = [
    .missing(path: "a"), .notAJournal(path: "a", reason: "it is empty"), .inUse(path: "a", process: 7),
    .inUse(path: "a", process: nil), .hardLinked(path: "a", links: 2),
    .lost(path: "a", acknowledged: 9, found: 7),
    .inGap(3, after: 2, until: 5), .noSnapshot(store: "s", after: 9, reason: "it is damaged"),
    .noTurn(3, first: 1, last: 2), .removed(3, first: 7),
    .damaged(path: "a", findings: ["turn 3 is damaged."]),
    .newerFormat(path: "a", version: 9, known: 3), .exists(path: "a"), .line(3, reason: "it is not JSON"),
  ]

  @Test("None names anything that only a programmer could write", arguments: errors)
  func words(error: JournalError) {
    for word in ["accepting:", "JournalReader", "`Journal`", "unknown:", "upcast", "resume()", "start()"] {
      #expect(!error.commandDescription.contains(word), "\(error.commandDescription)")
    }
    #expect(error.commandDescription.hasSuffix("."))
  }

  @Test("Lost turns are reported with what can be done at the command line")
  func lost() {
    #expect(
      JournalError.lost(path: "a", acknowledged: 9, found: 7).commandDescription == """
        The journal `a` has lost turns: those up to 9 were acknowledged, but the last readable one is 7. Put its \
        write-ahead log (`-wal`) back beside the journal, or work on a copy that `millrace journal export` and \
        `import` make.
        """)
  }
}
