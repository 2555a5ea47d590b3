import Testing

@testable import Flask

@Suite("What an archive's errors say")
struct ArchiveErrorTests {
  @Test("every error is a sentence: what, why, what to do")
  func sentences() {
    let aside = "It was moved aside as `k.aside-1`, and the state has its defaults"
    let left = """
      It stays where it is, nothing is saved over it, and the state has its defaults; use the newer program again, or \
      call the substance's `archiveNow()`, which moves the archive aside first.
      """
    let expected: [(ArchiveError, String)] = [
      (
        .unreadable(key: "k", reason: "it is empty", setAside: nil),
        """
        The archive `k` cannot be used: it is empty. It stays where it is; inspect it, or delete it if it is not \
        needed.
        """
      ),
      (
        .newerVersion(key: "k", found: 3, known: 2).at("k.aside-1"),
        "The archive `k` has version 3 of its state, but this program knows versions up to 2. \(left)"
      ),
      (
        .newerForm(key: "k", found: 2, known: 1).at("k.aside-1"),
        "The archive `k` has format 2, but this program knows formats up to 1. \(left)"
      ),
      (
        .missingMigration(key: "k", from: 1, to: 3, setAside: nil).at("k.aside-1"),
        """
        The archive `k` has version 1 of its state, the current version is 3, and no migration begins at 1. \(aside); \
        add `ArchiveMigration(from: 1)` to the state's `archiveMigrations`.
        """
      ),
      (
        .migrationFailed(key: "k", from: 1, to: 2, reason: "no", setAside: nil).at("k.aside-1"),
        "The archive `k` could not be migrated from version 1 to 2: no. \(aside); correct the migration."
      ),
      (
        .foreignType(key: "k", found: "A", expected: "B", setAside: nil).at("k.aside-1"),
        """
        The archive `k` holds the state `A` instead of `B`. \(aside); give each archived substance its own name, and \
        give a state whose type was renamed its old name as `archiveName`.
        """
      ),
      (
        .unsoundMigrations(state: "S", flaw: .duplicate(from: 1)),
        """
        The migrations of `S` do not form a chain: two migrations begin at version 1. Its archives were not changed; \
        correct `archiveMigrations`. `ArchiveMigration.check(S.self)` in a test finds this early.
        """
      ),
      (
        .cannotSetAside(key: "k", reason: "no", problem: "It is torn."),
        """
        The archive `k` cannot be used, and could not be moved aside (no), so nothing is saved over it; move it away \
        by hand. The problem with it: It is torn.
        """
      ),
      (
        .cannotRead(key: "k", path: "p", reason: "no"),
        """
        The archive `k` at `p` could not be read: no. Nothing is saved over it; give the process permission to read \
        it, and start again.
        """
      ),
      (
        .cannotWrite(key: "k", path: nil, reason: "no"),
        """
        The archive `k` could not be changed: no. It is either unchanged or completely replaced; free space or give permission, and save it again.
        """
      ),
    ]
    for (error, text) in expected { #expect(error.description == text) }
  }

  @Test("what is wrong with migrations is said in words")
  func flaws() {
    let flaws: [(ArchiveMigrationFlaw, String)] = [
      (.notAVersion(0), "`archiveVersion` is 0, but versions begin at 1"),
      (
        .outside(from: 3, version: 2),
        "a migration begins at version 3, but they must lead from version 1 or later up to version 2"
      ),
      (.gap(from: 1, to: 3), "no migration leads from version 1 to 3"),
      (
        .wrongType(from: 1, gives: "A", needed: "B"),
        "the migration from version 1 produces a `A` instead of a `B`"
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
