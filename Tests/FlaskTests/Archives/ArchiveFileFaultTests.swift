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

@Suite("Archives in files that cannot be read or written")
struct ArchiveFileFaultTests {
  private let folder: ArchiveFolder
  private var archives: FileArchives { folder.archives }

  init() throws { folder = try ArchiveFolder() }

  private func reason(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch ArchiveError.cannotRead(_, _, let reason), ArchiveError.cannotWrite(_, _, let reason) {
      return reason
    } catch {
      return "\(error)"
    }
  }

  @Test("a file that is too large to be an archive is an error, and stays")
  func tooLarge() throws {
    try archives.write([1], for: "key")
    #expect(
      truncate(archives.path(of: "key"), 1 << 44) == 0 || truncate(archives.path(of: "key"), 1 << 31) == 0)
    #expect(reason { _ = try archives.read("key") } == "File too large, errno \(EFBIG)")
    #expect(folder.names == ["key.json"])
    try archives.write([1, 2], for: "key")
    #expect(try archives.read("key") == [1, 2])
  }

  @Test("a folder in the place of the file is an error that says so, and stays")
  func folderInstead() throws {
    try FileManager.default.createDirectory(
      atPath: archives.path(of: "key") + "/inside", withIntermediateDirectories: true)
    let expected = "Is a directory, errno \(EISDIR)"
    #expect(reason { _ = try archives.read("key") } == expected)
    #expect(reason { try archives.write([1], for: "key") } != nil)
    #expect(folder.names == ["key.json"])
    guard
      case .unreachable(.cannotRead(_, let path, expected)) = restore(
        ArchiveCounter.self, key: "key", from: archives)
    else {
      Issue.record("it was reached")
      return
    }
    #expect(path == folder.path + "/key.json")
    #expect(folder.names == ["key.json"])
  }

  @Test("a pipe in the place of the file is an error, and blocks no reader")
  func pipeInstead() throws {
    #expect(mkfifo(archives.path(of: "key"), 0o600) == 0)
    #expect(mkfifo(archives.path(of: "other") + ".tmp", 0o600) == 0)
    #expect(reason { _ = try archives.read("key") } != nil)
    #expect(reason { try archives.write([1], for: "other") } != nil)
  }

  @Test("a file that cannot be reached is not taken for none")
  func unreachable() throws {
    let path = archives.path(of: "key")
    #expect(symlink(path, path) == 0)
    #expect(reason { _ = try archives.read("key") }?.hasSuffix("errno \(ELOOP)") == true)
    #expect(symlink(folder.path + "/nowhere", folder.path + "/link") == 0)
    let astray = FileArchives(directory: folder.url.appendingPathComponent("link/below", isDirectory: true))
    #expect(reason { try astray.write([1], for: "key") }?.hasSuffix("errno \(ENOENT)") == true)
    let below = FileArchives(directory: URL(fileURLWithPath: folder.path + "/file/below"))
    try Data().write(to: folder.url.appendingPathComponent("file"))
    #expect(reason { _ = try below.read("key") }?.hasSuffix("errno \(ENOTDIR)") == true)
    #expect(reason { try below.write([1], for: "key") }?.hasSuffix("errno \(ENOTDIR)") == true)
  }

  @Test("a link in the place of the temporary file is not followed")
  func plantedLink() throws {
    let victim = folder.url.appendingPathComponent("victim")
    try Data([1, 2]).write(to: victim)
    #expect(symlink(victim.path, archives.path(of: "key") + ".tmp") == 0)
    #expect(reason { try archives.write([9], for: "key") } != nil)
    #expect(try folder.bytes("victim") == [1, 2])
  }

  @Test("a folder that cannot be written to is an error that says so, and the old archive stays")
  func readOnly() throws {
    if geteuid() != 0 {
      try archives.write([1], for: "key")
      #expect(chmod(folder.path, 0o500) == 0)
      defer { _ = chmod(folder.path, 0o700) }
      for call in [{ try archives.write([2], for: "key") }, { try archives.remove("key") }]
        as [() throws -> Void]
      {
        #expect(reason(call) == "Permission denied, errno \(EACCES)")
      }
      #expect(reason { _ = try archives.setAside("key") } == "Permission denied, errno \(EACCES)")
      #expect(try archives.read("key") == [1])
    }
    #if os(Linux)
    // Not even the superuser can create files there.
    let system = FileArchives(directory: URL(fileURLWithPath: "/proc/self/fdinfo", isDirectory: true))
    #expect(reason { try system.write([1], for: "key") } != nil)
    #expect(try system.read("key") == nil)
    #endif
  }

  @Test("a folder that no file system has is an error, not another folder")
  func impossible() throws {
    let web = try FileArchives(directory: #require(URL(string: "https://example.org/tmp")))
    #expect(
      reason { try web.write([1], for: "key") } == "`https://example.org/tmp` is not the URL of a folder")
    #expect(reason { _ = try web.read("key") } == "`https://example.org/tmp` is not the URL of a folder")
    let cut = FileArchives(directory: folder.url.appendingPathComponent("a\u{0}b"))
    #expect(reason { try cut.write([1], for: "key") } != nil)
    #expect(folder.names == [])
    let long = FileArchives(directory: folder.url.appendingPathComponent(String(repeating: "x", count: 300)))
    #expect(reason { try long.write([1], for: "key") }?.hasSuffix("errno \(ENAMETOOLONG)") == true)
  }

  @Test("a disk that is full at any byte leaves the old archive, and no rubbish", .realProcess)
  func fullDisk() async throws {
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let archives = FileArchives(directory: URL(fileURLWithPath: path, isDirectory: true))
      let old = Array(repeating: UInt8(1), count: 1_000)
      let new = Array(repeating: UInt8(2), count: 200_000)
      try archives.write(old, for: "key")
      for limit in [0, 1, 999, 65_535, 65_536, 65_537, 131_072, 199_999] {
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
        let resource = RLIMIT_FSIZE
        #endif
        var bounds = rlimit()
        getrlimit(resource, &bounds)
        bounds.rlim_cur = rlim_t(limit)
        precondition(setrlimit(resource, &bounds) == 0)
        do {
          try archives.write(new, for: "key")
          Issue.record("It was written in spite of the limit of \(limit).")
        } catch ArchiveError.cannotWrite(_, _, let reason) {
          #expect(reason == "File too large, errno \(EFBIG)")
        }
        #expect(try archives.read("key") == old)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["key.json"])
        bounds.rlim_cur = bounds.rlim_max
        precondition(setrlimit(resource, &bounds) == 0)
      }
      try archives.write(new, for: "key")
      #expect(try archives.read("key") == new)
    }
  }
}
