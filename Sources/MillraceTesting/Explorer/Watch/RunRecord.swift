import Foundation
import Millrace
import Synchronization

/// The position of a run: what runs, and the order that has led there.
struct RunPosition: Hashable, Sendable {
  /// The part of a run.
  enum Phase: UInt8, Sendable {
    /// The scenario is being built.
    case building
    /// A fiber takes a step.
    case step
    /// Rules and states are looked at after a step.
    case looking
    /// The explorer itself waits for work outside of it to show.
    case waiting
    /// The run is over, and the tasks that it has left are cancelled and end.
    case closing
  }

  /// The part of an exploring thread in the end of its process.
  enum Fault: UInt8, Sendable {
    /// No fault was seen: the process was ended from outside, or by `exit`.
    case unseen
    /// The thread itself raised the signal.
    case own
    /// Another thread raised it.
    case anothers
  }

  /// The source location of the exploration.
  var place: String
  /// The exploration among those of its process; see ``ExplorationIdentity``.
  var identity: UInt64 = 0
  /// The hash of the names in the scenario; 0 before its first run was built.
  var names: UInt64 = 0
  /// The part that the exploring thread had in the end of its process.
  var fault = Fault.unseen
  var phase: Phase
  /// The name of the fiber of the last step.
  var fiber: String
  /// The order so far, the present step included.
  var schedule: String

  /// The activity, for a sentence.
  var activity: String {
    switch phase {
    case .building: "the building of the scenario"
    case .step: "a step of “\(fiber)”"
    case .looking, .waiting: "the look at rules and states after a step of “\(fiber)”"
    case .closing: "“\(fiber)”, which is cancelled because its run is over"
    }
  }

  /// The order without its last step, if the position can be repeated; nil in the building of the scenario,
  /// and if the order was too long to be kept.
  var before: Schedule? {
    guard phase != .building, let schedule = Schedule(schedule) else { return nil }
    guard phase == .step else { return schedule }
    let last = schedule.decisions.lastIndex { if case .fiber = $0 { true } else { false } }
    return Schedule(Array(schedule.decisions[..<(last ?? 0)]))
  }
}

/// The record of an exploration's present run, in memory that outlives the process.
///
/// It is a file in the folder for temporary files, mapped into memory, so that a step costs some bytes and
/// no call of the system. It is removed when the exploration ends; one that is left tells of a process that
/// ended before.
final class RunRecord: @unchecked Sendable {
  // Sound: the exploring thread alone writes. Other threads, and a handler of signals, read texts that end
  // with a zero within their bounds; those of a run that goes on may be cut, and are not looked at.

  static let prefix = "millrace-exploration-"
  static let identityOffset = 480
  static let namesOffset = 488
  static let faultOffset = 510
  static let phaseOffset = 511
  static let fiberOffset = 512
  static let scheduleOffset = 1024
  private static let count = Atomic(0)

  /// Counts the steps, so that a watch sees that they go on.
  let beat = Atomic(0)
  /// Counts the runs.
  let runs = Atomic(0)
  let memory: UnsafeMutableRawPointer
  private let size: Int
  /// The path of the file; nil if there is none.
  private let path: String?
  private var end = RunRecord.scheduleOffset

  /// Creates the record of an exploration at a place, for runs of at most so many steps.
  init(place: String, steps: Int, identity: UInt64 = 0) {
    size = min(max(steps, 1_000), 100_000) * 8 + Self.scheduleOffset
    let name = "\(Self.prefix)\(getpid())-\(Self.count.add(1, ordering: .relaxed).newValue)"
    let path = (NSTemporaryDirectory() as NSString).appendingPathComponent(name)
    if let mapped = Self.map(path, size) {
      memory = mapped
      self.path = path
    } else {
      memory = .allocate(byteCount: size, alignment: 8)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      self.path = nil
    }
    store(place, at: 0, upTo: Self.identityOffset)
    memory.storeBytes(of: identity, toByteOffset: Self.identityOffset, as: UInt64.self)
  }

  private static func map(_ path: String, _ size: Int) -> UnsafeMutableRawPointer? {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // Written, and not only made long: a write to memory without room on the disk would end the process.
    let zeros = [UInt8](repeating: 0, count: size)
    guard write(file, zeros, size) == size,
      let mapped = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), mapped != MAP_FAILED
    else {
      unlink(path)
      return nil
    }
    return mapped
  }

  deinit {
    removeFile()
    if path == nil { memory.deallocate() } else { munmap(memory, size) }
  }

  /// Removes the file; the memory stays.
  func removeFile() {
    if let path { unlink(path) }
  }

  // MARK: The exploring thread

  func beginRun() {
    runs.add(1, ordering: .relaxed)
    beat.add(1, ordering: .relaxed)
    end = Self.scheduleOffset
    memory.storeBytes(of: 0, toByteOffset: end, as: UInt8.self)
    set(.building)
  }

  /// Records a decision; a step is entered with it.
  func add(_ decision: Schedule.Decision, by fiber: String = "") {
    switch decision {
    case .time:
      append(UInt8(ascii: "t"))
    case .fiber(let ordinal):
      append(nil, ordinal)
    case .answer(let answer):
      return append(UInt8(ascii: "a"), answer)
    }
    store(fiber, at: Self.fiberOffset, upTo: Self.scheduleOffset - 1)
    beat.add(1, ordering: .relaxed)
    set(.step)
  }

  /// Records the names in the scenario, once.
  func note(names: () -> UInt64) {
    if self.names == 0 { memory.storeBytes(of: names(), toByteOffset: Self.namesOffset, as: UInt64.self) }
  }

  /// The hash of the names in the scenario; 0 before its first run was built.
  var names: UInt64 { memory.load(fromByteOffset: Self.namesOffset, as: UInt64.self) }

  func set(_ phase: RunPosition.Phase) {
    memory.storeBytes(of: phase.rawValue, toByteOffset: Self.phaseOffset, as: UInt8.self)
  }

  /// Records the fiber that goes on after the end of its run.
  func noteEnd(of fiber: String) {
    store(fiber, at: Self.fiberOffset, upTo: Self.scheduleOffset - 1)
    beat.add(1, ordering: .relaxed)
    set(.closing)
  }

  private func append(_ letter: UInt8?, _ number: Int? = nil) {
    // A text that is too long is marked as one that cannot be read.
    guard end + 24 < size else {
      return memory.storeBytes(of: UInt8(ascii: "?"), toByteOffset: end, as: UInt8.self)
    }
    if end > Self.scheduleOffset { put(UInt8(ascii: ".")) }
    if let letter { put(letter) }
    if let number {
      var power = 1
      while power <= number / 10 { power *= 10 }
      while power > 0 {
        put(UInt8(ascii: "0") + UInt8(number / power % 10))
        power /= 10
      }
    }
    memory.storeBytes(of: 0, toByteOffset: end, as: UInt8.self)
  }

  private func put(_ byte: UInt8) {
    memory.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
    end += 1
  }

  private func store(_ text: String, at offset: Int, upTo limit: Int) {
    var place = offset
    for byte in text.utf8.prefix(limit - offset - 1) {
      memory.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
      place += 1
    }
    memory.storeBytes(of: 0, toByteOffset: place, as: UInt8.self)
  }

  // MARK: Readers

  /// True while the explorer itself waits, for a time that has a bound of its own.
  var isWaiting: Bool {
    memory.load(fromByteOffset: Self.phaseOffset, as: UInt8.self) == RunPosition.Phase.waiting.rawValue
  }

  /// The present position, while the exploring thread stands still.
  var position: RunPosition {
    RunPosition([UInt8](UnsafeRawBufferPointer(start: memory, count: size)))
  }
}
