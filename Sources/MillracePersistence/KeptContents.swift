/// The mark of a value of a part: which value it is, and which contents of the place it has joined.
struct KeptStamp: Equatable, Sendable {
  /// The number of the value, which rises with each change.
  var number: UInt64 = 0
  /// The number of the last look whose contents the value has taken account of.
  var joined: UInt64 = 0
}

/// The decisions about the contents of a place: what is known, what a value has joined, and what is written.
///
/// To have seen the contents of another process is not to have joined them: the store's home does that,
/// later, or never if the store or the process ends before. So each look at unknown contents has a number,
/// and only a value that has joined the last one is written over them.
struct KeptContents: Equatable, Sendable {
  /// The answer to a value before its write.
  enum Answer: Equatable {
    /// The place has this value already, or a newer one.
    case isWritten
    case write
    /// The place has contents that the value has not joined.
    case join([UInt8])
  }

  /// The bytes that were read or written last.
  private(set) var known: [UInt8]?
  /// The number of the last look that found other contents than were known.
  private(set) var look: UInt64 = 0
  /// The number of the newest value that was written.
  private(set) var written: UInt64 = 0
  /// The look at which the known contents of another process were found; 0 if they are the own ones, or none.
  private var foreign: UInt64 = 0

  /// Takes the contents of the place; returns false if they are those that are known.
  mutating func see(_ found: [UInt8]?) -> Bool {
    if found == known { return false }
    known = found
    look += 1
    foreign = found == nil ? 0 : look
    return true
  }

  /// Returns the answer to a value.
  func answer(to stamp: KeptStamp, over found: [UInt8]?) -> Answer {
    if stamp.number <= written { return .isWritten }
    guard let found, found != known || stamp.joined < foreign else { return .write }
    return .join(found)
  }

  /// Notes that a value was written.
  mutating func wrote(_ bytes: [UInt8], _ stamp: KeptStamp) {
    known = bytes
    foreign = 0
    written = max(written, stamp.number)
  }
}
