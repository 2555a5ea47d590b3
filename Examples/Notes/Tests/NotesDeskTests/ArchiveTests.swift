import Flask
import Foundation
import MillraceTesting
import NotesDesk
import NotesLibrary
import Testing

@MainActor
@Suite("A desk that is archived")
struct ArchiveTests {
  /// A storage in which nothing can be read.
  private struct OutOfReach: ArchiveStorage {
    struct Failure: Error {}
    func read(_ key: String) throws -> [UInt8]? { throw Failure() }
    func write(_ bytes: [UInt8], for key: String) throws { throw Failure() }
    func remove(_ key: String) {}
    func setAside(_ key: String) -> String { "" }
  }

  private let milk = Draft(title: "Milk", body: "two bottles")

  private func use(_ person: Person) {
    person.desk.prefer { $0.order = $0.order.next }
    person.desk.saveDraft(of: "new note", milk)
  }

  private func expectUsed(_ person: Person) {
    #expect(person.desk.preferences.state.order == .oldestFirst)
    #expect(person.desk.draft(of: "new note") == milk)
  }

  @Test("What was left alone for two seconds is there after the program was killed")
  func killed() async throws {
    let archives = MemoryArchives()
    let person = Person(archives: archives)
    use(person)
    #expect(archives.contents.isEmpty)
    await person.clock.waitForSleepers(count: 2)
    person.clock.jump(by: .seconds(2))
    try await person.clock.waitUntil { archives.contents.count == 2 }
    await person.flow.run()
    person.desk.saveDraft(of: "notes:1", Draft(title: "too late"))

    let later = Person(archives: MemoryArchives(archives.contents))
    expectUsed(later)
    #expect(later.desk.draft(of: "notes:1") == nil && later.sentences.isEmpty)
  }

  @Test("What is saved before the program ends is in files, and there at the next start")
  func files() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("desk-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let person = Person(archives: FileArchives(directory: folder))
    use(person)
    try await person.desk.save()
    expectUsed(Person(archives: FileArchives(directory: folder)))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  @Test("An archive that is damaged is set aside and told of, and the other one is there")
  func damaged() async throws {
    let archives = MemoryArchives()
    let person = Person(archives: archives)
    use(person)
    try await person.desk.save()
    archives.write(Array("nonsense".utf8), for: "Fx.1.preferences")
    let later = Person(archives: archives)
    #expect(later.desk.preferences.state == Preferences() && later.desk.draft(of: "new note") == milk)
    #expect(later.sentences.count == 1 && later.others.isEmpty)
    #expect(later.sentences.first?.hasPrefix("The archive `Fx.1.preferences` cannot be used: ") == true)
    #expect(later.sentences.first?.contains("It was moved aside as") == true)
    #expect(archives.archivesSetAside == ["Fx.1.preferences": [Array("nonsense".utf8)]])
  }

  @Test("Archives that cannot be read are told of, nothing is saved over them, and one can work all the same")
  func outOfReach() async {
    let person = Person(archives: OutOfReach())
    #expect(person.sentences.count == 2)
    #expect(person.sentences.allSatisfy { $0.contains("could not be read") }, "\(person.sentences)")
    use(person)
    expectUsed(person)
    await #expect(throws: ArchiveError.self) { try await person.desk.save() }
  }
}
