import Foundation
import Millrace
import TestResources
import Testing

@testable import MillracePersistence

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A folder that goes with the test.
final class KeepFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "millrace-keep-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var file: String { path + "/settings.json" }

  func text(_ name: String = "settings.json") -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map { compact(Array($0)) }
  }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

@Suite("Files in which parts are kept")
@MainActor
struct KeptFileTests {
  @Test("a part is restored from its file after a restart, and the file can be read by people")
  func restart() async throws {
    let folder = try KeepFolder()
    do {
      let store = Store(App(), update: updateApp)
      let kept = store.keep(\.settings, in: .file(folder.path + "/new/settings.json"))
      store.send(.theme("dark"))
      try await kept.flush()
      #expect(folder.text("new/settings.json") == text("dark"))
      #expect(kept.location.hasSuffix("/new/settings.json"))
    }
    let store = Store(App(), update: updateApp)
    store.keep(\.settings, in: .file(URL(fileURLWithPath: folder.path + "/new/settings.json")))
    #expect(store.settings.theme == "dark")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/new") == ["settings.json"])
  }

  @Test(
    "a file that another process replaces, or writes in place, is taken without polling",
    arguments: [true, false])
  func foreign(inPlace: Bool) async throws {
    let folder = try KeepFolder()
    let store = Store(App(), update: updateApp)
    let kept = store.keep(\.settings, in: .file(folder.file))
    store.send(.theme("dark"))
    try await kept.flush()
    let (themes, next) = AsyncStream<String>.makeStream()
    let token = store.observe(\.settings.theme) { next.yield($0) }
    try Data(text("blue").utf8).write(to: URL(fileURLWithPath: folder.file), options: inPlace ? [] : .atomic)
    var iterator = themes.makeAsyncIterator()
    #expect(await iterator.next() == "blue")
    store.send(.theme("red"))
    try await kept.flush()
    #expect(folder.text() == text("red"))
    withExtendedLifetime(token) {}
  }

  @Test("a file that cannot be used is set aside under a name of its own")
  func aside() async throws {
    let folder = try KeepFolder()
    for round in 1...2 {
      try Data("round \(round)".utf8).write(to: URL(fileURLWithPath: folder.file))
      let store = Store(App(), update: updateApp)
      let errors = KeepErrors(store.flow)
      let kept = store.keep(\.settings, in: .file(folder.file))
      store.send(.size(round))
      try await kept.flush()
      #expect(errors.errors.count == 2)
    }
    #expect(folder.names == ["settings.json", "settings.json.aside-1", "settings.json.aside-2"])
    #expect(folder.text("settings.json.aside-2") == "round2")
  }

  @Test("a path that cannot be a file is reported, and the program goes on")
  func impossible() async throws {
    let folder = try KeepFolder()
    try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
    for path in [folder.path, folder.path + "/file/settings.json"] {
      let store = Store(App(), update: updateApp)
      let errors = KeepErrors(store.flow)
      let kept = store.keep(\.settings, in: .file(path))
      store.send(.size(3))
      await #expect(throws: KeepError.self) { try await kept.flush() }
      #expect(!errors.errors.isEmpty && store.settings.size == 3)
    }
    #expect(folder.names == ["file"])
  }

  @Test("a path or URL that is none of a file is said to be so")
  func noFile() async throws {
    let web = try #require(URL(string: "https://millrace.example/settings.json"))
    let places: [(KeptFile, location: String, reason: String)] = [
      (.file(""), "", "the path is empty"),
      (.file(web), "https://millrace.example/settings.json", "it is a URL, but not that of a file"),
      (.file("a\0b"), "a\0b", "the path contains a zero byte"),
    ]
    for (place, location, reason) in places {
      let store = Store(App(), update: updateApp)
      let errors = KeepErrors(store.flow)
      let kept = store.keep(\.settings, in: place)
      store.send(.size(3))
      await #expect(throws: KeepError.self) { try await kept.flush() }
      #expect(errors.errors == [.cannotRead(location: location, reason: reason)])
      #expect(
        errors.errors.allSatisfy { "\($0)".contains("; correct the path, or give the process permission") })
    }
  }

  @Test("a link to a file that is not there yet is followed")
  func danglingLinks() async throws {
    let folder = try KeepFolder()
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.path + "/second", withDestinationPath: folder.path + "/new/settings.json")
    try files.createSymbolicLink(atPath: folder.path + "/first", withDestinationPath: "second")
    let store = Store(App(), update: updateApp)
    let kept = store.keep(\.settings, in: .file(folder.path + "/first"))
    store.send(.theme("dark"))
    try await kept.flush()
    #expect(folder.text("new/settings.json") == text("dark"))
    #expect(try files.destinationOfSymbolicLink(atPath: folder.path + "/first") == "second")
    #expect(kept.location == KeptFile(folder.path + "/second").location)
    try files.createSymbolicLink(atPath: folder.path + "/loop", withDestinationPath: "loop")
    #expect(KeptFile(folder.path + "/loop").location.hasSuffix("/loop"))
  }

  @Test("two names of one file are one place")
  func links() throws {
    let folder = try KeepFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path)
    let store = Store(App(), update: updateApp)
    let errors = KeepErrors(store.flow)
    store.keep(\.settings, in: .file(folder.file))
    store.keep(\.settings, in: .file(folder.path + "/link/../link/settings.json"))
    #expect(errors.errors.count == 1)
    #expect(KeptFile("/a/settings.v2.json").kind == "settings.v2" && KeptFile("/a/.hidden").kind == ".hidden")
  }

  @Test("after each kill the file is whole: the old value or the new one", .realProcess)
  func kills() async throws {
    let folder = try KeepFolder()
    var last = 0
    for round in 0..<12 {
      let (path, count) = (folder.path, 1 + round)
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, count = count as Int] in
        await KilledChild.run(path, killedInWrite: count)
      }
      let bytes = try #require(FileManager.default.contents(atPath: folder.file))
      let form = KeptForm(schema: RecordSchema<[Int]>("settings"), location: folder.file)
      let numbers = try form.decode(Array(bytes))
      #expect(Set(numbers).count == 1 && numbers.count == 2_000)
      #expect(numbers[0] >= last + count, "a number that was acknowledged is there")
      last = numbers[0]
    }
  }

  @Test("the end of the process saves what is unsaved", .realProcess)
  func exits() async throws {
    let folder = try KeepFolder()
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      await KilledChild.exit(path)
    }
    #expect(folder.text() == text("light", 77))
  }

  @Test("the user's defaults keep a part")
  func defaults() async throws {
    let suite = "millrace.keep.\(UUID().uuidString)"
    defer { UserDefaults().removePersistentDomain(forName: suite) }
    do {
      let store = Store(App(), update: updateApp)
      let kept = store.keep(\.settings, in: .defaults("settings", suite: suite))
      store.send(.theme("dark"))
      try await kept.flush()
    }
    let store = Store(App(), update: updateApp)
    store.keep(\.settings, in: .defaults("settings", suite: suite))
    #expect(store.settings.theme == "dark")
    let defaults = try #require(UserDefaults(suiteName: suite))
    defaults.set("something else", forKey: "other")
    let other = Store(App(), update: updateApp)
    let errors = KeepErrors(other.flow)
    let kept = other.keep(\.settings, in: .defaults("other", suite: suite))
    other.send(.size(5))
    try await kept.flush()
    #expect(errors.errors.count == 2)
    #expect(defaults.string(forKey: "other.aside-1") == "something else")
  }
}

#if !canImport(Darwin)
extension KeptFileTests {
  @Test("a change of the user's defaults by another process is taken without polling")
  func foreignDefaults() async throws {
    let place = KeptDefaults("settings", suite: "millrace.keep.\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(atPath: place.file) }
    let store = Store(App(), update: updateApp)
    let kept = store.keep(\.settings, in: place)
    store.send(.theme("dark"))
    try await kept.flush()
    let (themes, next) = AsyncStream<String>.makeStream()
    let token = store.observe(\.settings.theme) { next.yield($0) }
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["settings": Data(text("blue").utf8)], format: .xml, options: 0)
    try list.write(to: URL(fileURLWithPath: place.file + ".other"))
    // Later than every reading, however coarse the clock of the file system is.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 10)], ofItemAtPath: place.file + ".other")
    rename(place.file + ".other", place.file)
    var iterator = themes.makeAsyncIterator()
    #expect(await iterator.next() == "blue")
    withExtendedLifetime(token) {}
  }
}
#endif

/// A process that keeps numbers until it is killed.
enum KilledChild {
  /// Writes numbers, and is killed by another thread while it makes the write of this number.
  @MainActor
  static func run(_ folder: String, killedInWrite count: Int) async {
    let store = Store([Int](), of: Int.self) { numbers, next in
      numbers = Array(repeating: next, count: 2_000)
      return .none
    }
    let kept = store.keep(\.self, in: .file(folder + "/settings.json"))
    var number = store.withState { $0.first ?? 0 }
    let isTime = DispatchSemaphore(value: 0)
    var writes = 0
    func write() async {
      number += 1
      store.send(number)
      writes += 1
      if writes == count + 1 { isTime.signal() }
      try? await kept.flush()
    }
    await write()
    Thread.detachNewThread {
      isTime.wait()
      kill(getpid(), SIGKILL)
    }
    while true { await write() }
  }

  @MainActor
  static func exit(_ folder: String) async {
    let store = Store(App(), update: updateApp)
    store.keep(\.settings, in: .file(folder + "/settings.json"), delay: .seconds(3600))
    store.send(.size(77))
    withExtendedLifetime(store) { Foundation.exit(0) }
  }
}
