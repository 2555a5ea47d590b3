import Millrace

/// A place at which two values differ.
public struct JournalValueDifference: Hashable, Sendable {
  /// The place: member names and indices, as in `book.pages[3]`; empty for the value as a whole.
  public let path: String
  /// What is there in the first value; nil when nothing is.
  public let left: JournalValue?
  /// What is there in the second value; nil when nothing is.
  public let right: JournalValue?

  /// A difference by its parts.
  public init(path: String, left: JournalValue?, right: JournalValue?) {
    self.path = path
    self.left = left
    self.right = right
  }
}

extension JournalValue {
  /// The places at which another value differs from this one.
  ///
  /// Members are compared by their names, in any order, and lists by their indices. Values that are the same
  /// as JSON are the same: bytes and their base64, what is no number and the text for it.
  ///
  /// - Parameter other: The value to compare with.
  /// - Returns: The differences, in the order of this value; empty when there are none.
  public func differences(from other: JournalValue) -> [JournalValueDifference] {
    var found: [JournalValueDifference] = []
    // What is still to be compared, the next one last: values may be nested deeper than calls may be.
    var rest: [(path: String, left: JournalValue?, right: JournalValue?)] = [("", self, other)]
    while let (path, left, right) = rest.popLast() {
      guard left != right else { continue }
      switch (left, right) {
      case (.object(let left)?, .object(let right)?):
        rest += Self.pairs(left, right).reversed().map { key, left, right in
          (path + Self.step(key, isFirst: path.isEmpty), left, right)
        }
      case (.array(let left)?, .array(let right)?):
        for index in (0..<max(left.count, right.count)).reversed() {
          rest.append(
            (
              "\(path)[\(index)]", index < left.count ? left[index] : nil,
              index < right.count ? right[index] : nil
            ))
        }
      case (let left?, let right?)
      where left.isLeaf && right.isLeaf && ExactText(left.json()) == ExactText(right.json()):
        continue
      default:
        found.append(JournalValueDifference(path: path, left: left, right: right))
      }
    }
    return found
  }

  private var isLeaf: Bool {
    switch self {
    case .object, .array: false
    default: true
    }
  }

  private static func pairs(
    _ left: [Member], _ right: [Member]
  ) -> [(String, JournalValue?, JournalValue?)] {
    let there = Dictionary(
      right.map { (ExactText($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    let here = Set(left.map { ExactText($0.key) })
    return left.map { ($0.key, $0.value, there[ExactText($0.key)]) }
      + right.filter { !here.contains(ExactText($0.key)) }.map { ($0.key, nil, $0.value) }
  }

  private static func step(_ key: String, isFirst: Bool) -> String {
    let isName =
      !key.isEmpty
      && key.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    if isName { return isFirst ? key : "." + key }
    return "[\(JournalValue.text(key).json())]"
  }
}
