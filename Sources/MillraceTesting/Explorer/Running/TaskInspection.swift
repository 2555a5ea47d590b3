import Millrace

/// The fate of a task after one of its jobs has run.
enum TaskFate {
  /// It has ended.
  case over
  /// It waits for a child task, or for the value of another task.
  case waitsForTask
  /// It sleeps on a clock of the system.
  case sleeps
  /// It waits for something else, or is ready again.
  case unknown
}

/// Looks at tasks between their jobs: the concurrency runtime does not report the ends of child tasks, nor
/// what a task waits for.
///
/// Both are read from the head of a task's object. Its layout is not documented, so it is not assumed: a
/// small program with known states is run first, once in a process, and the words that tell its states apart
/// are looked for. Where they are not exactly as expected, nothing is read, and all such steps count as
/// unseen.
struct TaskInspection: Sendable {
  /// The inspection that works in this process; nil if none does.
  static let shared = TaskProbe.findInspection()

  /// The index of the word that holds a task's status.
  let statusWord: Int
  /// The bit of that word that is set once the task has ended.
  let overBit: UInt64
  /// The bit of that word that is set once the task has been cancelled.
  let cancelledBit: UInt64
  /// The functions with which a task continues after a wait for another task.
  let waitFunctions: Set<UInt64>
  /// The functions with which a task continues after it has slept on a clock of the system.
  let sleepFunctions: Set<UInt64>

  /// The index of the word that holds the flags and the number of a task.
  static let flagsWord = 4
  /// The index of the word that holds the function with which the task continues.
  static let resumeWord = 7
  /// The number of words that every task's object has at least.
  static let wordCount = 20

  /// Returns the fate of a task whose job has just run; the caller retains the task.
  func fate(of job: UnownedJob) -> TaskFate {
    if Self.word(statusWord, of: job) & overBit != 0 { return .over }
    let function = Self.word(Self.resumeWord, of: job)
    if waitFunctions.contains(function) { return .waitsForTask }
    return sleepFunctions.contains(function) ? .sleeps : .unknown
  }

  /// Returns true if a task, which the caller retains, has been cancelled.
  func isCancelled(_ job: UnownedJob) -> Bool { Self.word(statusWord, of: job) & cancelledBit != 0 }

  /// Returns true for a child task, which its parent waits for.
  static func isChild(_ job: UnownedJob) -> Bool { word(flagsWord, of: job) & 1 << 24 != 0 }

  /// Returns true for the task of an `async let`, whose object lies in the memory of its parent.
  static func isInParent(_ job: UnownedJob) -> Bool { word(flagsWord, of: job) & 1 << 28 != 0 }

  static func words(of job: UnownedJob) -> [UInt64] { (0..<wordCount).map { word($0, of: job) } }

  private static func word(_ index: Int, of job: UnownedJob) -> UInt64 {
    // Sound: a job of a task is a reference to the task's object, which has at least 24 words; the caller
    // sees to it that the object is alive, and no other thread runs the task.
    unsafeBitCast(job, to: UnsafePointer<UInt64>.self)[index]
  }

  /// Retains a task's object.
  static func retain(_ job: UnownedJob) { _ = object(job).retain() }

  /// Releases an object that was retained.
  static func release(_ job: UnownedJob) { object(job).release() }

  private static func object(_ job: UnownedJob) -> Unmanaged<AnyObject> {
    // Sound: the object of a task is a Swift object, and counts references like any other.
    unsafeBitCast(job, to: Unmanaged<AnyObject>.self)
  }
}
