/// An object that reacts to events.
///
/// Its reactions run in the isolation of their registration, in the order of their registration, and end with
/// the object. A reaction should capture its object weakly, as any stored closure should.
///
/// ```swift
/// @MainActor
/// final class BookController: ReactionProducer {
///   func start() {
///     react(to: BookList.self, with: Reaction(consume: { [weak self] in self?.books = $0 }))
///     next { [weak self] (fact: LoggedOut) in self?.close() }
///   }
/// }
/// ```
///
/// It reacts to events of ``Engine/shared``, unless its `engine` property returns another engine.
public protocol ReactionProducer: AnyObject, EngineUser {}

extension ReactionProducer {
  /// Reacts to the events of commands of a type, until the token is disposed of or this object ends.
  @inlinable
  @discardableResult
  public func react<C: Command>(
    to command: C.Type, with reaction: Reaction<C.Output>, isolation: isolated any Actor = #isolation
  ) -> DisposalToken {
    engine.listen(to: command, owner: self, isolation: isolation, reaction.invoke)
  }

  /// Reacts to the output of commands of a type, until the token is disposed of or this object ends.
  @inlinable
  @discardableResult
  public func react<C: Command>(
    to command: C.Type, isolation: isolated any Actor = #isolation, _ consume: @escaping (C.Output) -> Void
  ) -> DisposalToken {
    react(to: command, with: Reaction(consume: consume), isolation: isolation)
  }

  /// Reacts to facts of a type, until the token is disposed of or this object ends.
  @inlinable
  @discardableResult
  public func next<F: Fact>(
    isolation: isolated any Actor = #isolation, _ body: @escaping (F) -> Void
  ) -> DisposalToken {
    engine.listen(to: FactCommand<F>.self, owner: self, isolation: isolation) { event in
      if case .data(let fact) = event { body(fact) }
    }
  }

  /// Ends one reaction of this object; may be called from anywhere.
  ///
  /// Reactions of other objects stay.
  public func dispose(token: DisposalToken) {
    engine.dispose(token, of: ObjectIdentifier(self))
  }

  /// Ends all reactions of this object; may be called from anywhere.
  public func disposeAll() {
    engine.disposeAll(of: ObjectIdentifier(self))
  }
}
