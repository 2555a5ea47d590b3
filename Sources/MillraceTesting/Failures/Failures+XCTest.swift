#if canImport(XCTest)
import Millrace
import XCTest

extension Failures {
  /// Makes the running `XCTestCase` fail at `place`; returns false when no running one can be detected.
  static func recordInTestCase(_ message: String, at place: TestLocation) -> Bool {
    #if canImport(Darwin)
    // XCTest does not say on every thread whether a test case is running, so the failure is also reported in
    // other ways.
    XCTFail(message, file: staticText(place.filePath), line: UInt(place.line))
    return false
    #else
    // XCTest silently drops a failure that comes while no test case is running: only an observer can tell.
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

  /// The texts that were made static: at most one for each test file with failures.
  private static let staticTexts = Locked<[String: StaticText]>([:])

  /// Returns a text known at compile time, in the type that XCTest needs.
  private static func staticText(_ text: String) -> StaticString {
    staticTexts.withLock { texts in
      let made = texts[text] ?? StaticText(text)
      texts[text] = made
      return made.value
    }
  }
}

/// A copy of a text that is never released.
private struct StaticText: Sendable {
  /// The parts of a `StaticString`, whose layout is frozen.
  private struct Parts {
    let start: UnsafePointer<UInt8>
    let count: Int
    /// No flags: the text is at `start`.
    let flags: UInt8 = 0
  }

  let value: StaticString

  init(_ text: String) {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: text.utf8.count + 1)
    for (index, byte) in text.utf8.enumerated() { (copy + index).initialize(to: byte) }
    (copy + text.utf8.count).initialize(to: 0)
    let parts = Parts(start: UnsafePointer(copy), count: text.utf8.count)
    // Sound: both have the same three parts in the same order, and the copy is never released.
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
  /// Returns false: there is no XCTest here.
  static func recordInTestCase(_ message: String, at place: TestLocation) -> Bool { false }
}
#endif
