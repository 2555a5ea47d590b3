import Foundation
import Millrace

extension RunPosition {
  /// Reads the bytes of a record.
  init(_ bytes: [UInt8]) {
    func text(at offset: Int, upTo limit: Int) -> String {
      String(
        decoding: bytes[min(offset, bytes.count)..<min(limit, bytes.count)].prefix { $0 != 0 }, as: UTF8.self)
    }
    func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }
    func number(at offset: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(byte(offset + $1)) << (8 * UInt64($1)) }
    }
    self.init(
      place: text(at: 0, upTo: RunRecord.identityOffset), identity: number(at: RunRecord.identityOffset),
      names: number(at: RunRecord.namesOffset),
      fault: Fault(rawValue: byte(RunRecord.faultOffset)) ?? .unseen,
      phase: Phase(rawValue: byte(RunRecord.phaseOffset)) ?? .building,
      fiber: text(at: RunRecord.fiberOffset, upTo: RunRecord.scheduleOffset),
      schedule: text(at: RunRecord.scheduleOffset, upTo: bytes.count))
  }
}

/// The records that processes have left which ended during an exploration.
enum LeftRecords {
  /// A record, and its file.
  struct Left {
    let position: RunPosition
    let path: String
  }

  private static let all = Locked<[UInt64: Left]>(read())

  /// Removes the record of an exploration, and returns its position.
  static func take(_ identity: UInt64) -> RunPosition? {
    guard let left = all.withLock({ $0.removeValue(forKey: identity) }) else { return nil }
    unlink(left.path)
    return left.position
  }

  /// Reads the files of processes that have ended, by their explorations.
  ///
  /// Those of an earlier week are removed, and so are those of explorations that another thread's fault
  /// ended.
  private static func read(in folder: String = NSTemporaryDirectory()) -> [UInt64: Left] {
    var found: [UInt64: Left] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard name.hasPrefix(RunRecord.prefix),
        let process = name.dropFirst(RunRecord.prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }
        ),
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      let path = (folder as NSString).appendingPathComponent(name)
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      let age = (attributes?[.modificationDate] as? Date).map { Date().timeIntervalSince($0) } ?? 0
      let data = FileManager.default.contents(atPath: path) ?? Data()
      if age > 7 * 24 * 3_600 || data.count <= RunRecord.scheduleOffset {
        unlink(path)
      } else {
        let position = RunPosition([UInt8](data))
        if position.fault == .anothers || found[position.identity] != nil {
          unlink(path)
        } else {
          found[position.identity] = Left(position: position, path: path)
        }
      }
    }
    return found
  }
}
