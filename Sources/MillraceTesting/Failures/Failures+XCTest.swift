#if canImport(XCTest)
import Millrace
import XCTest

extension Failures {
  /// Has the `XCTestCase` that is running fail at `place`; false when it cannot be seen that one has.
  static func recordInTestCase(_ message: String, at place: SourcePlace) -> Bool {
    #if canImport(Darwin)
    // Whether a test case is running is nothing that XCTest tells on any thread, so the failure is said
    // elsewhere, too.
    XCTFail(message, file: staticText(place.filePath), line: UInt(place.line))
    return false
    #else
    // XCTest drops a failure that comes while no test case is running, and says so to nobody: only an
    // observer can tell.
    let before = witness.count
    XCTFail(message, file: staticText(place.filePath), line: UInt(place.line))
    return witness.count != before
    #endif
  }

  #if !canImport(Darwin)
  private static let witness: FailureWitness = {
    let witness = FailureWitness()
    XCTestObservationCenter.shared.addTestObserver(witness)
    return witness
  }()
  #endif

  /// The texts that were made static; a process has as many as it has test files with failures.
  private static let staticTexts = Locked<[String: StaticText]>([:])

  /// A text that was known when the test was compiled, in the type that XCTest wants for it.
  private static func staticText(_ text: String) -> StaticString {
    staticTexts.withLock { texts in
      let made = texts[text] ?? StaticText(text)
      texts[text] = made
      return made.value
    }
  }
}

/// A copy of a text that lasts for ever.
private struct StaticText: Sendable {
  /// What a `StaticString` consists of, which is frozen.
  private struct Parts {
    let start: UnsafePointer<UInt8>
    let count: Int
    /// Nothing is said of the text but that it is at `start`.
    let flags: UInt8 = 0
  }

  let value: StaticString

  init(_ text: String) {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: text.utf8.count + 1)
    for (index, byte) in text.utf8.enumerated() { (copy + index).initialize(to: byte) }
    (copy + text.utf8.count).initialize(to: 0)
    let parts = Parts(start: UnsafePointer(copy), count: text.utf8.count)
    // Sound: both have the same three parts in the same order, and the copy is never given back.
    value = unsafeBitCast(parts, to: StaticString.self)
  }
}

#if !canImport(Darwin)
/// Counts the failures of test cases: a failure that is not counted has reached none.
private final class FailureWitness: XCTestObservation, Sendable {
  private let failures = Locked(0)

  var count: Int { failures.withLock(\.self) }

  func testCase(
    _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
    atLine lineNumber: Int
  ) {
    failures.withLock { $0 += 1 }
  }
}
#endif
#else
extension Failures {
  /// False: there is no XCTest here.
  static func recordInTestCase(_ message: String, at place: SourcePlace) -> Bool { false }
}
#endif
