public import Millrace

/// A schema of the events of a folded store.
///
/// ```swift
/// let events = RecordSchema<FoldedEvent>()
///   .event(BookList.self, "book-list", version: 2)
///   .fact(LoggedOut.self, "logged-out")
///   .upcast("book-list", from: 1, to: 2) { (old: [BookV1]) in old.map(Book.init) }
/// let recordable = library.recordable(state: RecordSchema("library"), messages: events)
/// ```
///
/// It must have an entry for each command and each fact of the store's fold.
extension RecordSchema where Value == FoldedEvent {
  /// Returns the schema with the events of a type of command.
  ///
  /// They are of three kinds: `name` is output, in the given version; `name.progress` is progress, without
  /// contents; `name.error` is an error, recorded as its text. A recorded error is read as a
  /// ``RecordedError``, so a `rescue` that must behave the same at a replay may use only an error's text.
  ///
  /// The steps of `upcast(_:from:to:_:)` convert outputs: the first reads the output of an older command, and
  /// the last makes the command's present `Output`.
  ///
  /// - Parameters:
  ///   - command: The type of the commands.
  ///   - name: The permanent name of their output.
  ///   - version: The present version of their output, from 1.
  public func event<C: Command>(_ command: C.Type, _ name: String, version: Int = 1) -> RecordSchema
  where C.Output: Codable {
    adding(
      C.Output.self, name, version: version, wrap: { FoldedEvent(event: Event<C>.data($0)) },
      unwrap: { if case .data(let output) = $0.event(of: C.self) { output } else { nil } }
    )
    .adding(
      NoContent.self, "\(name).progress", wrap: { _ in FoldedEvent(event: Event<C>.progress) },
      unwrap: { if case .progress = $0.event(of: C.self) { NoContent() } else { nil } }
    )
    .adding(
      String.self, "\(name).error",
      wrap: { FoldedEvent(event: Event<C>.error(RecordedError(description: $0))) },
      unwrap: { if case .error(let error) = $0.event(of: C.self) { "\(error)" } else { nil } })
  }

  /// Returns the schema with the facts of a type.
  ///
  /// Like commands, facts have the kinds `name.progress` and `name.error`, for middleware that has failed
  /// with an error. The steps of `upcast(_:from:to:_:)` convert facts.
  ///
  /// - Parameters:
  ///   - fact: The type of the facts.
  ///   - name: The permanent name of the facts.
  ///   - version: The present version, from 1.
  public func fact<F: Fact & Codable>(_ fact: F.Type, _ name: String, version: Int = 1) -> RecordSchema {
    event(FactCommand<F>.self, name, version: version)
  }
}

extension FoldedEvent {
  /// Returns the event if it belongs to commands of this type.
  fileprivate func event<C: Command>(of command: C.Type) -> Event<C>? {
    // Called for many kinds for each event, and a failing cast is slow.
    type(of: event) == Event<C>.self ? event as? Event<C> : nil
  }
}

/// The text of a recorded error.
///
/// The type of the original error is not recorded.
public struct RecordedError: Error, Hashable, CustomStringConvertible {
  /// The text of the error.
  public let description: String

  /// Creates an error with this text.
  public init(description: String) {
    self.description = description
  }
}

/// The contents of an event without a value.
private struct NoContent: Codable, Sendable {}
