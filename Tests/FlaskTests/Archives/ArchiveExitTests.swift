import Foundation
import Millrace
import MillraceTesting
import TestResources
import Testing

@testable import Flask

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Archives of a process that ends in order", .serialized)
struct ArchiveExitTests {
  private final class Place {}

  /// Runs the fixture's program and gives what it printed.
  private func run(_ folder: String, _ number: Int) async throws -> String {
    try await fixtureOutput("ArchiveFixture", [folder, "\(number)"])
  }

  @Test(
    "a program that mixes and returns from `main` at once finds its change at the next start", .realProcess)
  func returnsFromMain() async throws {
    let folder = try ArchiveFolder()
    for number in 1...3 { #expect(try await run(folder.path, number) == "\(number - 1)") }
    #expect(folder.names == ["_46x.1.app.json"])
  }

  @MainActor private static var kept: [AnyObject] = []

  @MainActor
  private static func mixAndKeep(_ storage: any ArchiveStorage, _ number: Int) {
    let flask = Flask(archives: storage)
    let note = flask.newSubstance(definedBy: ArchiveCounter.self, named: "note", archive: true)
    let owner = Place()
    let reactor = flask.reactor(attachedTo: owner, mixing: note)
    for step in 1...number { reactor.mix(note) { $0.prop.counter = step }.andReact() }
    kept += [flask, note, owner]
  }

  @Test("a program that calls `exit` has saved the last of its changes", .realProcess)
  func exits() async throws {
    let folder = try ArchiveFolder()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      await ArchiveExitTests.mixAndKeep(FileArchives(directory: URL(fileURLWithPath: path)), 100)
      exit(0)
    }
    let bytes = try #require(try folder.archives.read("Fx.1.note"))
    #expect(try ArchiveFormat.decode(ArchiveCounter.self, bytes, key: "Fx.1.note").counter == 100)
  }

  @Test(
    "a storage that fails or has stopped answering does not keep a program from its end, and is named",
    .realProcess)
  func stuck() async throws {
    struct Stuck: ArchiveStorage {
      func read(_ key: String) -> [UInt8]? { nil }
      func write(_ bytes: [UInt8], for key: String) { DispatchSemaphore(value: 0).wait() }
      func remove(_ key: String) {}
      func setAside(_ key: String) -> String { "" }
    }
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await ArchiveExitTests.mixAndKeep(ArchiveFaultyStorage([.write]), 1)
      await ArchiveExitTests.mixAndKeep(Stuck(), 1)
      exit(0)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("The archive `Fx.1.note` could not be changed: its storage did not answer within"),
      "\(text)")
  }

  @Test("what was removed, or saved since, is not saved again by the program's end")
  func newestOnly() async throws {
    let storage = ArchiveFaultyStorage([])
    let writer = ArchiveWriter(storage: storage, key: "key")
    let copy = UnsavedCopy<ArchiveCounter>(key: "key", writer: writer)
    copy.keep(ArchiveCounter(counter: 1), revision: 1)
    #expect(copy.isUnsaved)
    try await writer.remove(revision: 1)
    #expect(copy.saveAtEnd() == nil)
    #expect(storage.calls == ["remove"])
    copy.keep(ArchiveCounter(counter: 2), revision: 2)
    #expect(copy.saveAtEnd() == nil)
    #expect(storage.calls.count == 2)
    copy.keep(ArchiveCounter(counter: 3), revision: 3)
    copy.clear()
    #expect(copy.saveAtEnd() == nil)
    #expect(storage.calls.count == 2 && !copy.isUnsaved)
  }
}
