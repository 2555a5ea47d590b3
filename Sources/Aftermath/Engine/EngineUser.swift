/// A type that uses an engine: the common part of handlers, and of producers of commands, facts and
/// reactions.
///
/// It uses ``Engine/shared``, unless it has a property `engine` of its own. The property may be a constant, a
/// variable or computed, and also weak, optional or implicitly unwrapped, as in an object that receives its
/// engine after its initialiser:
///
/// ```swift
/// @MainActor
/// final class BookController: @MainActor CommandProducer, @MainActor ReactionProducer {
///   var engine: Engine!
/// }
/// ```
///
/// While the property is nil, a call does nothing, and the shared engine's error handler receives
/// ``Failure/noEngine(user:)``. An actor's variable needs an isolated conformance, as above; a constant does
/// not.
public protocol EngineUser: OptionalEngineUser, ImplicitEngineUser {
  /// The engine that it uses.
  var engine: Engine { get }
}

/// The part of ``EngineUser`` that accepts an optional property.
public protocol OptionalEngineUser {
  /// The engine that it uses, if it has one now.
  @_disfavoredOverload var engine: Engine? { get }
}

/// The part of ``EngineUser`` that accepts an implicitly unwrapped property.
public protocol ImplicitEngineUser {
  /// The engine that it uses, if it has one now.
  @_disfavoredOverload var engine: Engine! { get }
}

extension EngineUser {
  /// The value of an optional or implicitly unwrapped property; the shared engine if that is nil, or if there
  /// is none.
  @inlinable public var engine: Engine {
    let own = implicitEngine(of: self)
    return own === Engine.undeclared ? .shared : own ?? .shared
  }

  /// The engine that it uses; nil while its property is.
  @inlinable var reachable: Engine? {
    let own = implicitEngine(of: self)
    return own === Engine.undeclared ? .some(engine) : own
  }

  /// Returns the engine that a call goes to; if its property is nil, reports that.
  @inlinable
  func reach(_ isolation: isolated (any Actor)?) -> Engine? {
    let engine = reachable
    if engine == nil { reportNoEngine(isolation) }
    return engine
  }

  @usableFromInline
  func reportNoEngine(_ isolation: isolated (any Actor)?) {
    Engine.shared.report(Failure.noEngine(user: "\(Self.self)"), isolation: isolation)
  }
}

extension OptionalEngineUser {
  /// The mark of a type without an optional engine.
  @_disfavoredOverload
  @inlinable public var engine: Engine? { .undeclared }
}

extension ImplicitEngineUser where Self: OptionalEngineUser {
  /// The value of an optional property.
  @_disfavoredOverload
  @inlinable public var engine: Engine! { optionalEngine(of: self) }
}

/// Returns the value of an optional or implicitly unwrapped property, or ``Engine/undeclared``.
@inlinable
func implicitEngine(of user: some ImplicitEngineUser) -> Engine? { user.engine }

@inlinable
func optionalEngine(of user: some OptionalEngineUser) -> Engine? { user.engine }
