import Testing

@testable import Flask

@Suite("What an archive's errors say")
struct ArchiveErrorTests {
  @Test("every error is a sentence: what, why, what to do")
  func sentences() {
    let aside = "It was set aside as `k.aside-1`, and the state has its defaults"
    let left = """
      It is left where it is and nothing is saved over it, and the state has its defaults; use the newer program \
      again, or call the substance's `archiveNow()`, which puts it aside first.
      """
    let expected: [(ArchiveError, String)] = [
      (
        .unreadable(key: "k", reason: "it is empty", setAside: nil),
        """
        The archive `k` cannot be used: it is empty. It is left where it is; look into it, or remove it when it is \
        of no use.
        """
      ),
      (
        .newerVersion(key: "k", found: 3, known: 2).at("k.aside-1"),
        "The archive `k` is of version 3 of its state, and this program knows versions up to 2. \(left)"
      ),
      (
        .newerForm(key: "k", found: 2, known: 1).at("k.aside-1"),
        "The archive `k` has form 2, and this program knows forms up to 1. \(left)"
      ),
      (
        .missingMigration(key: "k", from: 1, to: 3, setAside: nil).at("k.aside-1"),
        """
        The archive `k` is of version 1 of its state, which is at version 3 now, and no migration begins at 1. \
        \(aside); add `ArchiveMigration(from: 1)` to the state's `archiveMigrations`.
        """
      ),
      (
        .migrationFailed(key: "k", from: 1, to: 2, reason: "no", setAside: nil).at("k.aside-1"),
        "The archive `k` could not be migrated from version 1 to 2: no. \(aside); mend the migration."
      ),
      (
        .foreignType(key: "k", found: "A", expected: "B", setAside: nil).at("k.aside-1"),
        """
        The archive `k` is of the state `A`, and not of `B`. \(aside); give each archived substance a name of its own, \
        and a state whose type was renamed its old name as `archiveName`.
        """
      ),
      (
        .unsoundMigrations(state: "S", flaw: .duplicate(from: 1)),
        """
        The migrations of `S` do not make a chain: two of them begin at version 1. Its archives are left untouched; \
        `ArchiveMigration.check(S.self)` in a test finds this early.
        """
      ),
      (
        .cannotSetAside(key: "k", reason: "no", problem: "It is torn."),
        """
        The archive `k` cannot be used, and could not be set aside (no), so nothing is saved over it; move it away \
        by hand. What is wrong with it: It is torn.
        """
      ),
      (
        .cannotRead(key: "k", path: "p", reason: "no"),
        """
        The archive `k` at `p` could not be read: no. Nothing is saved over it; give the process access to it and \
        start again.
        """
      ),
      (
        .cannotWrite(key: "k", path: nil, reason: "no"),
        """
        The archive `k` could not be changed: no. It is as it was before, or wholly the new one; make room or give \
        access, and it can be saved again.
        """
      ),
    ]
    for (error, text) in expected { #expect(error.description == text) }
  }

  @Test("what is wrong with migrations is said in words")
  func flaws() {
    let flaws: [(ArchiveMigrationFlaw, String)] = [
      (.notAVersion(0), "`archiveVersion` is 0, and versions begin at 1"),
      (.outside(from: 3, version: 2), "one begins at version 3, and they lead from 1 or later to version 2"),
      (.gap(from: 1, to: 3), "none leads from version 1 to 3"),
      (
        .wrongType(from: 1, gives: "A", needed: "B"),
        "the one from version 1 gives a `A` where a `B` is needed"
      ),
    ]
    for (flaw, text) in flaws { #expect(flaw.description == text) }
  }

  @Test("only an error about an archive that is there gets the place it was set aside")
  func place() {
    let error = ArchiveError.cannotRead(key: "k", path: nil, reason: "no")
    #expect(error.at("place") == error)
    #expect(
      ArchiveError.unreadable(key: "k", reason: "r", setAside: nil).at("place")
        == .unreadable(key: "k", reason: "r", setAside: "place"))
  }
}
