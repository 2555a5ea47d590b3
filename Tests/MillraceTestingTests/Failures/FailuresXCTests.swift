#if canImport(XCTest)
import Millrace
import XCTest

@testable import MillraceTesting

/// A test case of XCTest as it sees failures; it keeps those that are meant to come.
final class FailuresXCTests: XCTestCase {
  private struct Seen: Equatable {
    let text: String
    let file: String?
    let line: Int
  }

  // Sound: a test case runs one test at a time, and is told of failures while that runs.
  nonisolated(unsafe) private var seen: [Seen] = []

  #if canImport(Darwin)
  override func record(_ issue: XCTIssue) {
    let location = issue.sourceCodeContext.location
    seen.append(
      Seen(text: issue.compactDescription, file: location?.fileURL.path, line: location?.lineNumber ?? 0))
  }
  #else
  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
  ) {
    seen.append(Seen(text: description, file: filePath, line: lineNumber))
  }
  #endif

  private func check(_ condition: Bool, _ what: String) {
    // Not an assertion of XCTest, which this class would keep.
    if condition { return }
    preconditionFailure("FailuresXCTests: \(what): \(seen)")
  }

  func testAFailureOfATestStoreIsReportedAtItsLine() async {
    let store = Store(0, of: Int.self) { sum, message in
      sum += message
      return .none
    }
    let test = TestStore(store)
    test.send(2) { $0 = 3 }
    let line = #line - 1
    await test.finish()
    check(seen.count == 1, "one failure")
    check(seen.first?.line == line, "the line")
    check(seen.first?.file == #filePath, "the file")
    check(seen.first?.text.hasSuffix("(- expected, + actual):\n- 3\n+ 2") == true, "the text")
  }

  func testASecondFailureOfOneFileIsReportedToo() {
    for line in 1...3 {
      Failures.record("é", at: TestLocation(fileID: "a/é.swift", filePath: "/é.swift", line: line, column: 1))
    }
    check(seen.map(\.line) == [1, 2, 3], "the lines")
    check(seen.allSatisfy { $0.file == "/é.swift" && $0.text.hasSuffix("é") }, "the places")
  }
}
#endif
