/// An updater whose types are erased, as one of a certain model.
///
/// An updater of that model is used as it is. Another is called with the model in a box, so the collections
/// that it changes are copied.
@usableFromInline
struct ErasedUpdater<Mdl: Model>: Updater {
  private let typed: (any Updater<Mdl>)?
  private let erased: any AnyUpdater

  @usableFromInline
  init(_ updater: any AnyUpdater) {
    typed = updater as? any Updater<Mdl>
    erased = updater
  }

  /// The error of an updater that can never change this model, because it is one of another model.
  @usableFromInline var problem: KatanaError? {
    guard typed == nil, let other = erased as? any Updater else { return nil }
    return .otherModel(part: "\(type(of: erased))", model: "\(Mdl.self)", of: "\(other.modelType)")
  }

  @usableFromInline var messageType: (any Message.Type)? { typed?.messageType }

  @usableFromInline
  func handles(_ message: any Message) -> Bool { typed?.handles(message) ?? true }

  @usableFromInline
  func apply(_ message: any Message, to model: inout Mdl) -> [any Command]? {
    if let typed { return typed.apply(message, to: &model) }
    if let problem { return [ProblemCommand(error: problem)] }
    let (next, commands) = erased.update(model: model as any Model, message: message)
    guard let next = next as? Mdl else {
      let problem = KatanaError.otherModel(
        part: "\(type(of: erased))", model: "\(Mdl.self)", of: "\(type(of: next))")
      return commands + [ProblemCommand(error: problem)]
    }
    model = next
    return commands
  }

  @usableFromInline
  func update(model: consuming Mdl, message: any Message) -> (Mdl, [any Command]) {
    let commands = apply(message, to: &model)
    return (model, commands ?? [])
  }
}

extension Updater {
  /// The type of the model.
  var modelType: any Model.Type { Mdl.self }
}

/// A command that reports an error of an updater to the flow's error handler.
struct ProblemCommand: Command {
  let error: KatanaError
}

extension CombinedUpdater.Part {
  /// Creates a part for the whole model from an updater whose types are erased.
  ///
  /// An updater of this model is called as it is. Another ``AnyUpdater`` is called with the model in a box,
  /// so the collections that it changes are copied, and counts as handling every message. If it returns a
  /// model of another type, the flow's error handler receives ``KatanaError/otherModel(part:model:of:)``, and
  /// the model stays unchanged.
  @_disfavoredOverload
  @inlinable
  public static func full(_ updater: any AnyUpdater) -> Self {
    let updater = ErasedUpdater<Mdl>(updater)
    return Self(updater) { updater.apply($0, to: &$1) }
  }

  /// Explains, at compile time, that the updater is one of another model.
  @available(
    *, deprecated,
    message: "This updater changes another model; use .slice(path, updater) with the path to its model."
  )
  public static func full(_ updater: some Updater) -> Self { full(updater as any AnyUpdater) }
}
