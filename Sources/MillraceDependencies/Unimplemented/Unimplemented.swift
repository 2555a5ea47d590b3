import Millrace
import MillraceSupport

/// Returns the function of an endpoint that has no implementation: it fails the test that calls it, and
/// throws.
///
/// A dependency as a struct of functions is complete without any of them, and a test sets those that it
/// needs:
///
/// ```swift
/// struct Library: Sendable {
///   var books: @Sendable (_ words: String) async throws -> [Book] = unimplemented("Library.books")
///   var isOpen: @Sendable () async -> Bool = unimplemented("Library.isOpen", placeholder: false)
/// }
/// ```
///
/// The failure names the endpoint, once in each test. The test is that of the environment from which the
/// calling effect began; for code outside of an effect it is the running test. Where there is no test, the
/// failure is a line on standard error.
///
/// - Parameter name: The name of the endpoint in the failure, such as `Library.books`.
/// - Returns: A function of any parameters, which throws ``UnimplementedEndpoint``.
public func unimplemented<each Parameter, Output>(
  _ name: String
) -> @Sendable (repeat each Parameter) throws -> Output {
  { (_: repeat each Parameter) throws -> Output in
    let failure = UnimplementedEndpoint(name: name)
    IssueReporter.report("\(failure)")
    throw failure
  }
}

/// Returns the function of an endpoint that has no implementation and cannot throw: it fails the test that
/// calls it, and returns a placeholder.
///
/// - Parameters:
///   - name: The name of the endpoint in the failure, such as `Library.isOpen`.
///   - placeholder: The value to return, so that the test can go on.
/// - Returns: A function of any parameters.
public func unimplemented<each Parameter, Output: Sendable>(
  _ name: String, placeholder: Output
) -> @Sendable (repeat each Parameter) -> Output {
  { (_: repeat each Parameter) -> Output in
    IssueReporter.report("\(UnimplementedEndpoint(name: name))")
    return placeholder
  }
}

/// Returns the function of an endpoint that has no implementation, no result and no errors: it fails the test
/// that calls it.
///
/// - Parameter name: The name of the endpoint in the failure, such as `Library.close`.
/// - Returns: A function of any parameters.
@_disfavoredOverload
public func unimplemented<each Parameter>(_ name: String) -> @Sendable (repeat each Parameter) -> Void {
  unimplemented(name, placeholder: ())
}

/// An error of an endpoint that has no implementation.
public struct UnimplementedEndpoint: Error, Hashable, CustomStringConvertible {
  /// The name of the endpoint.
  public let name: String

  /// Creates the error of an endpoint.
  public init(name: String) {
    self.name = name
  }

  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    """
    `\(name)` was called, and has no implementation.

    Set it in the environment before it is called: that of the store, of its test store, or of the effect.
    """
  }
}

extension UnimplementedEndpoint: IssueError {}
