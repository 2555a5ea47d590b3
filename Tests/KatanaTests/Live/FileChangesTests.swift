import Foundation
import KatanaTesting
import Millrace
import MillraceTesting
import Testing

@testable import Katana

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

private struct LiveChanged: Katana.Message, Equatable { let change: FileChange }

#if os(Linux)
@Suite(.serialized)
struct LiveFileChangesTests {
  private let folder: LiveFolder
  private let recorder = DispatchRecorder()

  init() throws { folder = try LiveFolder() }

  private var changes: [FileChange] { recorder.messages(of: LiveChanged.self).map(\.change) }

  private func listen(to path: String) throws -> Listening {
    try recorder.listen(
      to: FileChanges(path) { LiveChanged(change: $0) }, by: FileChangesInterpreter.self)
  }

  private func wait(for expected: FileChange...) async throws {
    let recorder = recorder
    try await ManualClock().waitUntil {
      recorder.messages(of: LiveChanged.self).map(\.change).suffix(expected.count) == expected
    }
  }

  /// The system's text for each descriptor that watches something, by its number; other tests have some too.
  private static var watchers: [String: String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    var watchers: [String: String] = [:]
    for name in names {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
      guard target == "anon_inode:inotify" else { continue }
      watchers[name] = try? String(contentsOfFile: "/proc/self/fdinfo/\(name)", encoding: .utf8)
    }
    return watchers
  }

  /// The descriptors that watch a folder.
  private static func watchers(of path: String) -> [String] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    let mark = "ino:\(String(status.st_ino, radix: 16)) "
    return watchers.filter { $0.value.contains(mark) }.map(\.key)
  }

  @Test("In a folder, created, written, moved and removed files are reported")
  func entries() async throws {
    let listening = try listen(to: folder.path + "/")
    defer { listening.stop() }
    try folder.write("x", to: "a")
    try await wait(for: .created(folder.path("a")), .modified(folder.path("a")))
    try folder.move("a", to: "b")
    try await wait(for: .moved(from: folder.path("a"), to: folder.path("b")))
    try folder.remove("b")
    try await wait(for: .removed(folder.path("b")))
    #expect(changes.count == 4)
  }

  @Test("A file is still watched after others replace it, and its neighbours are not reported")
  func replaced() async throws {
    try folder.write("0", to: "file")
    let listening = try listen(to: folder.path("file"))
    defer { listening.stop() }
    for round in 1...3 {
      try folder.write("\(round)", to: "file.tmp")
      try folder.move("file.tmp", to: "file")
      let recorder = recorder
      await recorder.waitForMessages(count: round)
    }
    try folder.remove("file")
    try await wait(for: .removed(folder.path("file")))
    try folder.write("", to: "file")
    try await wait(for: .created(folder.path("file")))
    let file = folder.path("file")
    #expect(changes == [.modified(file), .modified(file), .modified(file), .removed(file), .created(file)])
  }

  @Test("A symbolic link is followed, and reported under its own name")
  func link() async throws {
    try folder.write("0", to: "file")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "file")
    let listening = try listen(to: folder.path("link"))
    defer { listening.stop() }
    try folder.write("1", to: "file")
    try await wait(for: .modified(folder.path("link")))
  }

  @Test("When the folder itself is removed, that is reported, and nothing more")
  func ended() async throws {
    try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: false)
    let listening = try listen(to: folder.path("sub"))
    #expect(Self.watchers(of: folder.path("sub")).count == 1)
    try folder.remove("sub")
    try await wait(for: .ended(folder.path("sub")))
    #expect(changes == [.ended(folder.path("sub"))])
    listening.stop()
  }

  @Test("Two hundred folders are watched over one instance of the system, and each reports its own changes")
  func many() async throws {
    let folders = (0..<200).map { folder.path("sub\($0)") }
    var listening: [Listening] = []
    for path in folders {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      listening.append(try listen(to: path))
    }
    #expect(Set(folders.flatMap(Self.watchers(of:))).count == 1)
    for number in 0..<200 { try folder.write("", to: "sub\(number)/file") }
    await recorder.waitForMessages(count: 200)
    #expect(Set(changes) == Set(folders.map { .created("\($0)/file") }))
    for one in listening { one.stop() }
    for path in folders { #expect(Self.watchers(of: path).isEmpty) }
  }

  @Test("A listener of a folder that is watched already is not told of earlier changes")
  func later() async throws {
    let first = try listen(to: folder.path)
    for round in 0..<20 {
      try folder.write("", to: "before\(round)")
      let later = DispatchRecorder()
      let second = try later.listen(
        to: FileChanges(folder.path) { LiveChanged(change: $0) }, by: FileChangesInterpreter.self)
      try folder.write("", to: "after\(round)")
      await later.waitForMessages(count: 1)
      second.stop()
      #expect(
        later.messages(of: LiveChanged.self).first?.change == .created(folder.path("after\(round)")))
    }
    first.stop()
  }

  @Test("What is not there cannot be watched, and the error says what to do")
  func missing() throws {
    for path in [folder.path("nowhere"), "", "https://example.org"] {
      #expect(throws: FileChangesError.missing(path: path)) { try listen(to: path) }
    }
    try folder.write("", to: "file")
    #expect(throws: FileChangesError.missing(path: folder.path("file/x"))) {
      try listen(to: folder.path("file/x"))
    }
    #expect(
      FileChangesError.missing(path: "/x").description
        == "There is no file at `/x`, so it cannot be watched; create it first, or watch its folder."
    )
    #expect("\(FileChangesError.unreadable(path: "/x"))".contains("no permission to read it"))
    #expect("\(FileChangesError.refused(path: "/x", code: 28))".contains("error 28"))
  }

  @Test(
    "What may not be read cannot be watched", .disabled(if: geteuid() == 0, "The superuser may read all."))
  func unreadable() throws {
    try folder.write("", to: "secret")
    chmod(folder.path("secret"), 0)
    #expect(throws: FileChangesError.unreadable(path: folder.path("secret"))) {
      try listen(to: folder.path("secret"))
    }
  }

  @Test("The system's error numbers are distinguished: nothing there, no right, and all else")
  func codes() {
    #expect(
      [ENOENT, ENOTDIR].map { FileChangesError(path: "/x", code: $0) } == [
        .missing(path: "/x"), .missing(path: "/x"),
      ])
    #expect(FileChangesError(path: "/x", code: EACCES) == .unreadable(path: "/x"))
    #expect(FileChangesError(path: "/x", code: ENOSPC) == .refused(path: "/x", code: ENOSPC))
  }

  @Test("The same path at the same place, or under the same id, is the same subscription")
  func equality() throws {
    let make = { (path: String, id: EffectID?) in FileChanges(path, id: id) { LiveChanged(change: $0) } }
    #expect(make("/a", nil) == make("/a", nil))
    #expect(make("/a", nil).hashValue == make("/a", nil).hashValue)
    #expect(make("/a", nil) != make("/b", nil))
    #expect(make("/a", "1") != make("/a", "2"))
    #expect(make("/a", nil) != FileChanges("/a") { LiveChanged(change: $0) })
    #expect(FileChanges("/a", id: "1") { _ in nil } == make("/a", "1"))
    #expect(FileChanges(URL(filePath: "/a"), id: "1") { _ in nil } == make("/a", "1"))
    #expect(FileChanges(try #require(URL(string: "https://a.b/c"))) { _ in nil }.path == "https://a.b/c")
  }

  @Test("In a store it comes and goes with the model, two equal ones are one, and the end releases all")
  @MainActor
  func inStore() async throws {
    let path = folder.path
    var live: LiveStore? = try LiveStore {
      (0..<2).map { _ in FileChanges(path) { .some(LiveMessage.heard("\($0)")) } }
    }
    #expect(Self.watchers(of: path).count == 1)
    try folder.write("", to: "a")
    try await live?.waitUntilHeard(1)
    live?.listen(false)
    try await ManualClock().waitUntil { Self.watchers(of: path).isEmpty }
    try folder.write("", to: "b")
    live?.listen(true)
    #expect(Self.watchers(of: path).count == 1)
    try folder.write("", to: "c")
    try await live?.waitUntilHeard(2)
    #expect(live?.store.model.heard == ["a", "c"].map { "\(FileChange.created(folder.path($0)))" })
    live = nil
    try await ManualClock().waitUntil { Self.watchers(of: path).isEmpty }
  }

  @Test(
    "In a store, a path that is not there is reported to the error handler, and tried again when it comes back"
  )
  @MainActor
  func errorInStore() async throws {
    let path = folder.path("later")
    let live = try LiveStore { [FileChanges(path) { .some(LiveMessage.heard("\($0)")) }] }
    #expect(live.errors.count == 1)
    #expect(live.errors[0].contains("There is no file at `\(path)`"))
    live.listen(false)
    try folder.write("", to: "later")
    live.listen(true)
    try folder.write("1", to: "later")
    try await live.waitUntilHeard(1)
    #expect(live.errors.count == 1)
  }
}
#endif
