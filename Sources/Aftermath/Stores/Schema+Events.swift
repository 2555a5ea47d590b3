public import Millrace

/// How the events of a folded store are written down.
///
/// ```swift
/// let events = RecordSchema<FoldedEvent>()
///   .event(BookList.self, "book-list", version: 2)
///   .fact(LoggedOut.self, "logged-out")
///   .upcast("book-list", from: 1, to: 2) { (old: [BookV1]) in old.map(Book.init) }
/// let recordable = library.recordable(state: RecordSchema("library"), messages: events)
/// ```
///
/// There must be one for each command and each fact that the store's fold is about.
extension RecordSchema where Value == FoldedEvent {
  /// The same schema with the events of commands of a type.
  ///
  /// They are of three kinds: `name` is what was produced, in the version that is given; `name.progress` is progress,
  /// with nothing in it; `name.error` is an error, kept as its text. It comes back as a ``RecordedError``, so a `rescue`
  /// that is to do the same again may look at the text of an error and at nothing else.
  ///
  /// The steps of `upcast(_:from:to:_:)` are between outputs: the first takes what an older command produced,
  /// and the last makes the command's `Output` of today.
  ///
  /// - Parameters:
  ///   - command: The type of the commands.
  ///   - name: The name of what they produce, which never changes.
  ///   - version: The version of today of what they produce, from 1.
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

  /// The same schema with the facts of a type.
  ///
  /// As with a command there are also the kinds `name.progress` and `name.error`, for middleware that has failed with an
  /// error. The steps of `upcast(_:from:to:_:)` are between facts.
  ///
  /// - Parameters:
  ///   - fact: The type of the facts.
  ///   - name: The name of the facts, which never changes.
  ///   - version: The version of today, from 1.
  public func fact<F: Fact & Codable>(_ fact: F.Type, _ name: String, version: Int = 1) -> RecordSchema {
    event(FactCommand<F>.self, name, version: version)
  }
}

extension FoldedEvent {
  /// The event, if it is one of commands of this type.
  fileprivate func event<C: Command>(of command: C.Type) -> Event<C>? {
    // It is asked of many kinds for each event, and a cast that fails is slow.
    type(of: event) == Event<C>.self ? event as? Event<C> : nil
  }
}

/// An error of which a record has kept the text.
///
/// What it was before, only those have seen who were told when it happened.
public struct RecordedError: Error, Hashable, CustomStringConvertible {
  /// The text of the error.
  public let description: String

  /// An error with this text.
  public init(description: String) {
    self.description = description
  }
}

/// What is written of an event that says nothing but that it is.
private struct NoContent: Codable, Sendable {}
