import Foundation
import TestResources
import Testing

@testable import MillraceCoding
@testable import MillraceJournal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("The mark of a journal")
struct StorageMarkTests {
  @Test("the last written mark is read by every process, also after the end of the writer")
  func roundTrip() throws {
    let folder = try StorageFolder()
    #expect(MarkFile.read(journal: folder.file()) == nil)
    let mark = try MarkFile(journal: folder.file())
    #expect(mark.previous == nil)
    #expect(MarkFile.read(journal: folder.file()) == Mark(process: getpid(), sequence: 0, sum: 0))
    for sequence in [1, 7, UInt64(Int64.max)] {
      try mark.write(sequence: sequence, sum: ~sequence)
      #expect(
        MarkFile.read(journal: folder.file()) == Mark(process: getpid(), sequence: sequence, sum: ~sequence))
    }
    mark.close()
    #expect(folder.bytes("journal-mark")?.count == 40)
    let last = Mark(process: getpid(), sequence: UInt64(Int64.max), sum: ~UInt64(Int64.max))
    #expect(MarkFile.read(journal: folder.file()) == last)
    let next = try MarkFile(journal: folder.file())
    #expect(next.previous == last)
    // A new writer has not lost anything by opening.
    #expect(MarkFile.read(journal: folder.file()) == last)
    let closed = storageError { try mark.write(sequence: 9, sum: 9) }
    #expect(closed == .mark(path: mark.path, reason: "it has been closed"))
  }

  @Test("its bytes are the documented ones")
  func layout() throws {
    let bytes = Mark(process: 0x0102_0304, sequence: 5, sum: .max).withBytes { [UInt8]($0) }
    #expect(bytes.prefix(8).elementsEqual("MLRMARK1".utf8))
    let words: [UInt8] = [4, 3, 2, 1, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 255, count: 8)
    #expect([UInt8](bytes[8..<32]) == words)
    let sum = bytes[..<32].withUnsafeBytes { Checksum64.of($0, seed: 0) }
    #expect(withUnsafeBytes(of: sum.littleEndian) { [UInt8]($0) } == [UInt8](bytes[32...]))
  }

  @Test("a mark that is torn, damaged, too short, too long or something else is none")
  func torn() throws {
    let folder = try StorageFolder()
    let old = Mark(process: 11, sequence: 0x1111_1111, sum: 0x2222_2222).withBytes { [UInt8]($0) }
    let new = Mark(process: 22, sequence: 0x3333_3333, sum: 0x4444_4444).withBytes { [UInt8]($0) }
    func read(_ bytes: [UInt8]) -> Mark? {
      folder.write(bytes, to: "journal-mark")
      return MarkFile.read(journal: folder.file())
    }
    #expect(read(old)?.process == 11 && read(new)?.process == 22)
    for cut in 0...40 {
      let mixed = [UInt8](new[..<cut] + old[cut...])
      if mixed != old, mixed != new { #expect(read(mixed) == nil, "torn at \(cut)") }
      if cut < 40 { #expect(read([UInt8](new[..<cut])) == nil, "cut at \(cut)") }
    }
    for bit in 0..<320 {
      var flipped = new
      flipped[bit / 8] ^= 1 << (bit % 8)
      #expect(read(flipped) == nil, "bit \(bit)")
    }
    #expect(read(new + [0]) == nil)
    #expect(read([UInt8](repeating: 0, count: 40)) == nil)
    #expect(read([UInt8](repeating: 65, count: 100_000)) == nil)
  }

  @Test("a writer goes on from a torn mark, but does not write over something else")
  func overwriting() throws {
    let folder = try StorageFolder()
    folder.write([UInt8](repeating: 0, count: 40), to: "journal-mark")
    #expect(try MarkFile(journal: folder.file()).previous == nil)
    folder.write([1, 2, 3], to: "journal-mark")
    #expect(try MarkFile(journal: folder.file()).previous == nil)
    #expect(MarkFile.read(journal: folder.file()) != nil)
    let text = [UInt8]("marks of the third form, spring term, by hand".utf8)
    folder.write(text, to: "journal-mark")
    #expect(
      storageError { _ = try MarkFile(journal: folder.file()) }?.description.contains("destroyed") == true)
    #expect(folder.bytes("journal-mark") == text)
  }

  @Test("what is no file in its place is an error to a writer and no mark to a reader")
  func places() throws {
    let folder = try StorageFolder()
    #expect(mkdir(folder.file("a-mark"), 0o755) == 0)
    #expect(
      throws: JournalError.mark(path: MarkFile.path(of: folder.file("a")), reason: "it is a folder")
    ) { try MarkFile(journal: folder.file("a")) }
    #expect(MarkFile.read(journal: folder.file("a")) == nil)
    #expect(mkfifo(folder.file("b-mark"), 0o600) == 0)
    #expect(
      throws: JournalError.mark(
        path: MarkFile.path(of: folder.file("b")), reason: "it is not an ordinary file")
    ) { try MarkFile(journal: folder.file("b")) }
    #expect(MarkFile.read(journal: folder.file("b")) == nil)
    #expect(
      storageError { _ = try MarkFile(journal: folder.file("none/c")) }?.description.contains(
        "does not exist")
        == true)
    #expect(
      storageError { _ = try MarkFile(journal: "a\0b") }?.description.contains("the path is invalid") == true)
    #expect(MarkFile.read(journal: "a\0b") == nil && !MarkFile.isHeld(journal: "a\0b"))
  }

  @Test("a second writer learns which process is the first, also by another path to the file")
  func inUse() throws {
    let folder = try StorageFolder()
    let path = folder.write([])
    #expect(symlink("journal", folder.file("link")) == 0)
    #expect(!MarkFile.isHeld(journal: path))
    let first = try MarkFile(journal: path)
    try first.write(sequence: 3, sum: 4)
    for way in [path, folder.file("link")] {
      #expect(throws: JournalError.inUse(path: way, process: getpid())) { try MarkFile(journal: way) }
      #expect(MarkFile.isHeld(journal: way))
    }
    #expect(MarkFile.read(journal: path)?.sequence == 3)
    first.close()
    #expect(!MarkFile.isHeld(journal: path))
    #expect(try MarkFile(journal: folder.file("link")).previous?.sequence == 3)
  }

  @Test("a writer in another process learns it, too, and a killed one does not block", .realProcess)
  func processes() async throws {
    let folder = try StorageFolder()
    let mark = try MarkFile(journal: folder.file())
    try mark.write(sequence: 8, sum: 9)
    await #expect(processExitsWith: .success) { [path = folder.file() as String, first = getpid() as Int32] in
      #expect(throws: JournalError.inUse(path: path, process: first)) { try MarkFile(journal: path) }
      #expect(MarkFile.isHeld(journal: path))
      #expect(MarkFile.read(journal: path) == Mark(process: first, sequence: 8, sum: 9))
    }
    mark.close()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.file() as String] in
      let mark = try MarkFile(journal: path)
      try mark.write(sequence: 10, sum: 11)
      kill(getpid(), SIGKILL)
      mark.close()
    }
    let next = try MarkFile(journal: folder.file())
    #expect(next.previous?.sequence == 10 && next.previous?.sum == 11 && next.previous?.process != getpid())
  }

  @Test("a program that the writer starts does not inherit the file, and with it the lock")
  func inherited() throws {
    let folder = try StorageFolder()
    let mark = try MarkFile(journal: folder.file())
    var own = stat()
    try #require(stat(mark.path, &own) == 0)
    var found = 0
    for descriptor in 0..<Int32(4_096) {
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_ino == own.st_ino, status.st_dev == own.st_dev else {
        continue
      }
      found += 1
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
    #expect(found == 1)
    mark.close()
  }

  @Test("a reader that takes its time is waited for, a writer is not")
  func slowReader() throws {
    let folder = try StorageFolder()
    let journal = folder.file()
    try MarkFile(journal: journal).close()
    let path = MarkFile.path(of: journal)
    let (reader, writer) = (open(path, O_RDONLY | O_CLOEXEC), open(path, O_RDWR | O_CLOEXEC))
    defer { for descriptor in [reader, writer] { close(descriptor) } }
    try #require(flock(reader, LOCK_SH | LOCK_NB) == 0)
    var pauses = 0
    try MarkFile.lock(writer, path, journal: journal) {
      pauses += 1
      if pauses == 1_000 { flock(reader, LOCK_UN) }
    }
    #expect(pauses == 1_000)
    pauses = 0
    let error = storageError { try MarkFile.lock(reader, path, journal: journal) { pauses += 1 } }
    #expect(error == .inUse(path: journal, process: getpid()) && pauses <= 20)
  }

  @Test("looking whether there is a writer keeps none out")
  func looking() async throws {
    let folder = try StorageFolder()
    let path = folder.file()
    try MarkFile(journal: path).close()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for _ in 0..<2_000 { _ = MarkFile.isHeld(journal: path) } }
      group.addTask {
        for _ in 0..<500 {
          let mark = try MarkFile(journal: path)
          #expect(MarkFile.isHeld(journal: path))
          mark.close()
        }
      }
      try await group.waitForAll()
    }
    #expect(!MarkFile.isHeld(journal: path))
  }
}
