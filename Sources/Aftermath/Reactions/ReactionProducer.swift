/// A type that reacts to events.
///
/// Its reactions run in the isolation of their registration, in the order of their registration. Those of an
/// object end with it. A reaction should capture its object weakly, as any stored closure should.
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
/// A structure or an enumeration has no end. Its reactions stay until they are disposed of or the engine is
/// invalidated, and belong to its type: ``Disposer/disposeAll()`` ends those of all its values.
///
/// It reacts to events of ``Engine/shared``, unless it has an engine of its own; see ``EngineUser``.
/// Reactions stay on the engine that it had at their registration, and are disposed of while it has that one.
public protocol ReactionProducer: EngineUser, Disposer {}

extension ReactionProducer {
  /// Reacts to the events of commands of a type, until the token is disposed of or this object ends.
  @inlinable
  @discardableResult
  public func react<C: Command>(
    to command: C.Type, with reaction: Reaction<C.Output>, isolation: isolated any Actor = #isolation
  ) -> DisposalToken {
    listen(to: command, isolation: isolation, reaction.invoke)
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
    listen(to: FactCommand<F>.self, isolation: isolation) { event in
      if case .data(let fact) = event { body(fact) }
    }
  }

  /// Ends one reaction of this object, or of this value's type; may be called from anywhere.
  ///
  /// Other reactions stay.
  public func dispose(token: DisposalToken) {
    reachable?.dispose(token, of: reactionOwner.id)
  }

  /// Ends all reactions of this object, or of this value's type; may be called from anywhere.
  public func disposeAll() {
    reachable?.disposeAll(of: reactionOwner.id)
  }

  /// The owner of its reactions.
  @inlinable var reactionOwner: ReactionOwner {
    Self.self is AnyClass ? ReactionOwner(self as AnyObject) : ReactionOwner(type: Self.self)
  }

  @inlinable
  func listen<C: Command>(
    to command: C.Type, isolation: isolated any Actor, _ body: @escaping (Event<C>) -> Void
  ) -> DisposalToken {
    reach(isolation)?.listen(to: command, owner: reactionOwner, isolation: isolation, body) ?? .ended
  }
}

/// The object that reactions belong to, or the type of values that they belong to.
@usableFromInline
struct ReactionOwner {
  @usableFromInline let id: ObjectIdentifier
  @usableFromInline let object: AnyObject?

  @inlinable
  init(_ object: AnyObject) {
    id = ObjectIdentifier(object)
    self.object = object
  }

  @inlinable
  init(type: Any.Type) {
    id = ObjectIdentifier(type)
    object = nil
  }
}
