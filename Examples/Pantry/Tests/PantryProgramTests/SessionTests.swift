import Flask
import MillraceTesting
import Testing

@testable import PantryProgram

@MainActor
@Suite("A session from a file")
struct SessionTests {
  private final class Paper {
    var lines: [String] = []
  }

  /// A storage with failures that a test chooses.
  private struct Trouble: ArchiveStorage {
    struct Failure: Error {}
    var cannotRead = false
    var cannotWrite = false
    var cannotWriteList = false
    func read(_ key: String) throws -> [UInt8]? { if cannotRead { throw Failure() } else { nil } }
    func write(_ bytes: [UInt8], for key: String) throws {
      if cannotWrite || cannotWriteList && key.hasSuffix("list") { throw Failure() }
    }
    func remove(_ key: String) {}
    func setAside(_ key: String) -> String { "" }
  }

  private func session(_ storage: any ArchiveStorage, _ paper: Paper) -> Session {
    Session(storage: storage, manual: ManualClock(), crash: { paper.lines.append("(killed)") }) {
      paper.lines.append($0)
    }
  }

  /// Returns the output of a session after its first line.
  private func play(_ storage: any ArchiveStorage = MemoryArchives(), _ lines: String...) async -> [String] {
    let paper = Paper()
    let session = session(storage, paper)
    paper.lines = []
    for line in lines { await session.answer(line) }
    return paper.lines
  }

  @Test("What a transaction has changed is printed key by key, and a watched thing by whoever watches it")
  func keys() async {
    #expect(
      await play(MemoryArchives(), "watch bread", "sample", "buy bread", "use bread", "use milk") == [
        "Watching the stock of 'bread'.",
        "  stock: coffee 1, milk 2, rice 3", "  list: bread 1, butter 1", "  book: day 1",
        "  book: 20.00 left",
        "  list: no bread", "  watch: bread was 0, is 1", "  stock: bread 1", "  book: 16.90 left",
        "  watch: bread was 1, is 0", "  stock: no bread", "  stock: milk 1",
      ])
  }

  @Test("What is left alone for two seconds is saved, and said to be when it is; 'save' does not wait")
  func saving() async {
    let archives = MemoryArchives()
    #expect(
      await play(archives, "need tea", "wait 1", "need tea", "wait 1", "wait 1", "need rice", "save", "save")
        == [
          "  list: tea 1", "  list: tea 2", "Saved: list.", "  list: rice 1", "Saved: list.",
          "Everything is saved already.",
        ])
    #expect(await play(archives, "list") == ["  list: rice 1, tea 2"])
  }

  @Test("What is killed unsaved is gone, and nothing else")
  func killed() async {
    let archives = MemoryArchives()
    #expect(await play(archives, "need tea", "save", "need rice", "crash").last == "(killed)")
    #expect(await play(MemoryArchives(archives.contents), "list") == ["  list: tea 1"])
  }

  @Test("'quit' saves")
  func quit() async {
    let archives = MemoryArchives()
    #expect(await play(archives, "need tea", "quit") == ["  list: tea 1", "Saved: list."])
    #expect(await play(archives, "list") == ["  list: tea 1"])
  }

  @Test("Nothing is saved by itself while the bus is locked, and nothing is called saved that is not")
  func locked() async {
    #expect(
      await play(MemoryArchives(), "need tea", "checkout", "use milk", "wait 2", "save", "wait 1") == [
        "  list: tea 1", "  till: queueing, and the bus is locked",
        "That waits for the bus; 'waiting' says what else does.", "Saved: list.",
        "That costs 3.40, and 0.00 is left, so nothing was bought; 'day' brings more.",
        "  till: out of the queue",
        "There is no 'milk' in stock, so 1 cannot be used; 'stock' says what there is.",
      ])
  }

  @Test("What changes nothing is answered, too")
  func nothing() async {
    #expect(
      await play(MemoryArchives(), "sample", "sample", "watch gold").suffix(2) == [
        "That changes nothing.", "The shop does not sell 'gold'; 'shop' lists what it sells.",
      ])
  }

  @Test("An archive that is damaged is set aside, said to be, and the rest is restored")
  func damaged() async throws {
    let archives = MemoryArchives()
    _ = await play(archives, "sample", "save")
    archives.write(Array("nonsense".utf8), for: "Fx.1.list")
    let paper = Paper()
    let session = session(archives, paper)
    #expect(session.canSave && paper.lines.count == 2)
    #expect(try #require(paper.lines.first).contains("moved aside as"))
    #expect(
      paper.lines.last == """
        Restored from the archive:
          stock: coffee 1, milk 2, rice 3
          list: nothing
          book: day 1, 20.00 left
        """)
  }

  @Test("Archives that cannot be read are no place to go on from")
  func outOfReach() {
    let paper = Paper()
    let session = session(Trouble(cannotRead: true), paper)
    #expect(!session.canSave && paper.lines.count == 3)
    #expect(paper.lines.allSatisfy { $0.contains("could not be read") }, "\(paper.lines)")
  }

  @Test("What cannot be saved is said, and not forgotten at the end")
  func full() async {
    let paper = Paper()
    let session = session(Trouble(cannotWrite: true), paper)
    await session.answer("need tea")
    await session.answer("wait 2")
    #expect(
      paper.lines.count == 3 && paper.lines.last?.contains("could not be changed") == true, "\(paper.lines)")
    await session.end()
    #expect(session.isUnsaved && paper.lines.last?.contains("could not be changed") == true)
    #expect(!paper.lines.contains { $0.contains("Saved") })
  }

  @Test("What was saved beside what could not be is said to be, and nothing else")
  func half() async {
    let lines = await play(Trouble(cannotWriteList: true), "sample", "wait 2", "save")
    #expect(lines.count == 7 && lines[5] == "Saved: book, stock.", "\(lines)")
    #expect([4, 6].allSatisfy { lines[$0].contains("`Fx.1.list` could not be changed") }, "\(lines)")
  }
}
