import Foundation
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

@Suite("Archives of a process that is killed")
struct ArchiveKillTests {
  /// Large enough that it takes several calls of the system to write it.
  private static func state(_ counter: Int) -> ArchiveCounter {
    ArchiveCounter(counter: counter, title: String(repeating: "\(counter % 10)", count: 200_000))
  }

  /// A child's program until it is killed: goes on from the archive, and says before and after each write
  /// which it is.
  private static func archiveForever(in path: String, killedAfter microseconds: Int) throws {
    let archives = FileArchives(directory: URL(fileURLWithPath: path + "/archives", isDirectory: true))
    let begun = open(path + "/begun", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let done = open(path + "/done", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var counter =
      try archives.read("app").map {
        try ArchiveFormat.decode(ArchiveCounter.self, $0, key: "app").counter
      } ?? 0
    var isDoomed = false
    while true {
      // Encoding takes longer than writing, so several are made first: the kill has to hit a write.
      let prepared = try (1...6).map { step in
        (counter + step, try ArchiveFormat.encode(state(counter + step), key: "app"))
      }
      if !isDoomed { dieSoon(microseconds) }
      isDoomed = true
      for (next, bytes) in prepared {
        append(next, to: begun)
        try archives.write(bytes, for: "app")
        append(next, to: done)
        counter = next
      }
    }
  }

  private static func dieSoon(_ microseconds: Int) {
    let start = ContinuousClock.now
    Thread.detachNewThread {
      while ContinuousClock.now - start < .microseconds(microseconds) {}
      kill(getpid(), SIGKILL)
    }
  }

  private static func append(_ number: Int, to descriptor: Int32) {
    withUnsafeBytes(of: number) { precondition(write(descriptor, $0.baseAddress, $0.count) == $0.count) }
  }

  /// The last number in a file of them; 0 when there is none.
  private func last(_ path: String) throws -> Int {
    guard let data = FileManager.default.contents(atPath: path) else { return 0 }
    #expect(data.count % MemoryLayout<Int>.size == 0)
    return data.suffix(MemoryLayout<Int>.size).withUnsafeBytes { bytes in
      bytes.isEmpty ? 0 : bytes.loadUnaligned(as: Int.self)
    }
  }

  @Test("after each of 200 kills the archive is whole, and none that was acknowledged is lost", .realProcess)
  func kills() async throws {
    let folder = try ArchiveFolder()
    let path = folder.path
    let archives = FileArchives(directory: URL(fileURLWithPath: path + "/archives", isDirectory: true))
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed)
    var interrupted = 0
    for round in 0..<200 {
      let time = Int.random(in: 0..<6_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, time = time as Int] in
        try ArchiveKillTests.archiveForever(in: path, killedAfter: time)
      }
      let begun = try last(path + "/begun")
      let done = try last(path + "/done")
      let bytes = try archives.read("app")
      let found = try bytes.map { try ArchiveFormat.decode(ArchiveCounter.self, $0, key: "app") }
      let counter = found?.counter ?? 0
      #expect(
        counter >= done && counter <= begun, "seed \(seed), round \(round): \(done) \(counter) \(begun)")
      #expect(found.map { $0 == Self.state(counter) } ?? true, "seed \(seed), round \(round)")
      if begun > done { interrupted += 1 }
    }
    // Otherwise the test has not tried what it is for.
    #expect(interrupted > 50, "seed \(seed)")
    let names = try FileManager.default.contentsOfDirectory(atPath: path + "/archives")
    #expect(Set(names).isSubset(of: ["app.json", "app.json.tmp"]))
    try archives.write([], for: "app")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/archives") == ["app.json"])
  }
}
