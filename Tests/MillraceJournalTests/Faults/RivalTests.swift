import Foundation
import Millrace
import TestResources
import Testing

@testable import MillraceJournal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Each test runs two processes beside this one, which write as fast as they can.
@Suite("Two processes that want to write one journal", .serialized, .realProcess)
@FaultsActor
struct RivalTests {
  @Test(
    "two spellings by symbolic links whose target is not there yet: the second is refused, and nothing is lost"
  )
  func symbolicLinks() async throws {
    let folder = try FaultsFolder()
    #expect(mkdir(folder.file("real"), 0o700) == 0)
    for name in ["one", "two"] { #expect(symlink("real/app.journal", folder.file(name)) == 0) }
    let second = try await run(
      RivalPlan(folder: folder.path, journal: folder.file("one"), number: 1, turns: nil),
      RivalPlan(folder: folder.path, journal: folder.file("two"), number: 2, turns: 300), endsByItself: false)
    #expect(
      second.hasPrefix("refused: The journal `\(folder.file("two"))` is open for writing in the process "))
    try check(folder, folder.file("real/app.journal"), from: [1])
  }

  @Test(
    "the mark is removed under load: the first finds out before it acknowledges more, and nothing is lost")
  func removedMark() async throws {
    let folder = try FaultsFolder()
    let journal = folder.file("app.journal")
    let second = try await run(
      RivalPlan(folder: folder.path, journal: journal, number: 1, turns: nil),
      RivalPlan(folder: folder.path, journal: journal, number: 2, turns: 300, removesMark: true),
      endsByItself: true)
    #expect(second == "closed")
    let first = KillNotes.lines(folder.file("end-1")).first ?? ""
    #expect(first.hasPrefix("stopped: The journal `\(journal)` is now written by the process "), "\(first)")
    try check(folder, journal, from: [1, 2])
  }

  @Test("a hard link in another folder: the second is refused, and nothing is lost")
  func hardLink() async throws {
    let folder = try FaultsFolder()
    let (journal, other) = (folder.file("app.journal"), folder.file("other/app.journal"))
    #expect(mkdir(folder.file("other"), 0o700) == 0)
    let second = try await run(
      RivalPlan(folder: folder.path, journal: journal, number: 1, turns: nil),
      RivalPlan(folder: folder.path, journal: other, number: 2, turns: 300), endsByItself: false
    ) { #expect(link(journal, other) == 0) }
    #expect(second.hasPrefix("refused: The journal `\(other)` cannot be written"), "\(second)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("other")) == ["app.journal"])
    try check(folder, journal, from: [1])
  }

  /// Starts the second process while the first one writes, and waits for the end of both.
  ///
  /// - Parameters:
  ///   - endsByItself: Whether the first one loses the journal; otherwise it is told to stop.
  ///   - between: Is done while the first one writes, before there is a second.
  /// - Returns: What the second one has come to.
  private func run(
    _ first: RivalPlan, _ second: RivalPlan, endsByItself: Bool, between: () -> Void = {}
  ) async throws -> String {
    let (ready, stop) = (RivalPipe(first.folder + "/ready"), RivalPipe(first.folder + "/stop"))
    defer {
      ready.close()
      stop.close()
    }
    let child = Task {
      await Self.expectEnd(first)
      // Whatever has kept it from doing so itself.
      ready.poke()
    }
    await ready.wait()
    between()
    await Self.expectEnd(second)
    if !endsByItself { stop.poke() }
    await child.value
    return KillNotes.lines(second.file("end")).first ?? ""
  }

  private static func expectEnd(_ plan: RivalPlan) async {
    let text = plan.text
    await #expect(processExitsWith: .success, "\(text)") { [text = text as String] in
      try await RivalChild.run(RivalPlan(text: text))
    }
  }

  /// Every acknowledged write is in the journal, in its place, and the journal is whole.
  private func check(_ folder: FaultsFolder, _ journal: String, from writers: [Int]) throws {
    let reader = try JournalReader(at: journal)
    #expect(try reader.verify().findings.isEmpty && reader.gaps().isEmpty)
    let turns = try reader.faultsMessages()
    #expect(turns.enumerated().allSatisfy { $1.sequence == UInt64($0 + 1) })
    let messages = Dictionary(uniqueKeysWithValues: turns.map { ($0.sequence, $0.message) })
    for writer in writers {
      let pairs = KillNotes.numbers(folder.file("acknowledged-\(writer)"))
      #expect(pairs.count / 2 >= 100, "writer \(writer)")
      let lost = (0..<pairs.count / 2).filter { messages[UInt64(pairs[2 * $0])] != .note(pairs[2 * $0 + 1]) }
      #expect(lost.isEmpty, "of writer \(writer) \(lost.count) of \(pairs.count / 2) are lost")
    }
    // The snapshots are of the states that the messages make.
    for snapshot in try reader.snapshots() {
      let state = FaultsLedger(turns.prefix(Int(snapshot.sequence)).map(\.message))
      let bytes = try RecordEncoder().encode(state)
      #expect(try reader.snapshot(of: snapshot.store, at: snapshot.sequence)?.cbor() == bytes)
    }
  }
}
