import Testing

@testable import Katana

struct LiveInotifyTests {
  private func bytes(
    _ mask: InotifyRecord.Mask, cookie: UInt32 = 0, name: String = "", watch: UInt32 = 0
  ) -> [UInt8] {
    var padded = Array(name.utf8)
    if !padded.isEmpty { repeat { padded.append(0) } while padded.count % 16 != 0 }
    return [watch, mask.rawValue, cookie, UInt32(padded.count)].flatMap { number in
      withUnsafeBytes(of: number) { Array($0) }
    } + padded
  }

  private let folder = WatchTarget(path: "/f", folder: "/f", file: nil)
  private let file = WatchTarget(path: "link", folder: "/f", file: "a")

  @Test("Entries with and without a name are read in order")
  func decode() {
    let (records, isDamaged) = InotifyRecord.decode(
      bytes(.created, name: "exactly16letters") + bytes(.selfMoved) + bytes(.movedTo, cookie: 7, name: "b"))
    #expect(
      records == [
        InotifyRecord(mask: .created, name: "exactly16letters"), InotifyRecord(mask: .selfMoved),
        InotifyRecord(mask: .movedTo, cookie: 7, name: "b"),
      ])
    #expect(!isDamaged)
  }

  @Test("Bytes cut off anywhere give the whole entries before the cut, and the rest is known to be damaged")
  func truncated() {
    let one = bytes(.created, name: "a")
    let all = one + bytes(.deleted, name: "b")
    for count in 0...all.count {
      let (records, isDamaged) = InotifyRecord.decode(Array(all[..<count]))
      #expect(records.count == count / one.count)
      #expect(isDamaged == (count % one.count != 0))
    }
  }

  @Test("Any bytes at all are read without a trap, and a length beyond the end is damage")
  func garbage() {
    var random = SystemRandomNumberGenerator()
    for count in 0..<500 {
      var reading = InotifyReading(folder)
      _ = reading.changes(in: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    var reading = InotifyReading(folder)
    #expect(reading.changes(in: [UInt8](repeating: 0xFF, count: 40)) == [.rescan("/f")])
  }

  @Test("An overflow of the system's queue asks to look at everything again")
  func overflow() {
    var reading = InotifyReading(folder)
    #expect(
      reading.changes(in: bytes(.overflow) + bytes(.created, name: "a")) == [.rescan("/f"), .created("/f/a")])
    #expect(!reading.hasEnded)
  }

  @Test("The halves of a move are one change; alone, or of two moves, they are a removal and a creation")
  func moves() {
    var reading = InotifyReading(folder)
    let from = bytes(.movedFrom, cookie: 1, name: "a")
    #expect(
      reading.changes(in: from + bytes(.movedTo, cookie: 1, name: "b")) == [.moved(from: "/f/a", to: "/f/b")])
    #expect(reading.changes(in: from) == [.removed("/f/a")])
    #expect(
      reading.changes(in: from + bytes(.movedTo, cookie: 2, name: "b")) == [
        .removed("/f/a"), .created("/f/b"),
      ])
  }

  @Test("Writes that come together are reported once, and again after something else")
  func merging() {
    var reading = InotifyReading(folder)
    let write = bytes(.modified, name: "a")
    #expect(
      reading.changes(in: write + write + bytes(.created, name: "b") + write)
        == [.modified("/f/a"), .created("/f/b"), .modified("/f/a")])
  }

  @Test("A watched file that is replaced is modified; removed and made again, it is removed and created")
  func file_() {
    var reading = InotifyReading(file)
    let replace = bytes(.movedFrom, cookie: 1, name: "tmp") + bytes(.movedTo, cookie: 1, name: "a")
    #expect(reading.changes(in: replace) == [.modified("link")])
    #expect(
      reading.changes(in: bytes(.deleted, name: "a") + bytes(.deleted, name: "z")) == [.removed("link")])
    #expect(reading.changes(in: replace) == [.created("link")])
    #expect(reading.changes(in: bytes(.movedFrom, cookie: 2, name: "a")) == [.removed("link")])
  }

  @Test("When the folder goes, that is the last thing reported")
  func ended() {
    var reading = InotifyReading(folder)
    #expect(
      reading.changes(in: bytes(.selfMoved) + bytes(.created, name: "a") + bytes(.ignored)) == [.ended("/f")])
    #expect(reading.hasEnded)
    #expect(reading.changes(in: bytes(.created, name: "a")) == [])
  }

  @Test("Below the root, paths have one slash")
  func root() { #expect(WatchTarget(path: "/", folder: "/", file: nil).path(of: "etc") == "/etc") }
}

extension InotifyReading {
  fileprivate mutating func changes(in bytes: [UInt8]) -> [FileChange] {
    let (records, isDamaged) = InotifyRecord.decode(bytes)
    return changes(of: records, isDamaged: isDamaged)
  }
}
