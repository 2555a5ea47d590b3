import Testing

@testable import MillraceTesting

@Suite struct FailuresTests {
  private func place(line: Int = #line) -> TestLocation {
    TestLocation(fileID: #fileID, filePath: #filePath, line: line, column: 3)
  }

  @Test("In a test of Swift Testing a failure is an issue at its place, with its text")
  func swiftTesting() {
    let place = place()
    withKnownIssue {
      Failures.record("The state is not what was expected.", at: place)
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["The state is not what was expected."]
        && issue.sourceLocation?.line == place.line && issue.sourceLocation?.column == 3
        && issue.sourceLocation?.fileID == #fileID
    }
  }

  @Test("A listener takes failures and notes in place of the test")
  func listener() {
    let log = Log<Failures.Report>()
    let place = place()
    Failures.$listener.withValue({ log.append($0) }) {
      Failures.record("a", at: place)
      Failures.note("b", at: place)
    }
    #expect(log.entries == [.failure("a", place), .note("b", place)])
    #expect("\(place)" == "\(#fileID):\(place.line)")
  }

  #if canImport(XCTest) && !canImport(Darwin)
  @Test("Where no test case of XCTest is running, none is taken to have failed")
  func noTestCase() {
    #expect(!Failures.recordInTestCase("nobody hears this", at: place()))
  }
  #endif
}
