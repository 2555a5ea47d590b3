/// An object that reacts to substances: what `Flask.attachReactor(to:mixing:)` takes.
///
/// ```swift
/// final class CounterView: FlaskReactor {
///   func flaskReactions(reaction: FlaskReaction) {
///     reaction.on(AppState.prop.counter) { change in show(change.newValue() ?? 0) }
///   }
/// }
/// ```
///
/// It is called where the context lives. A class of the main actor conforms as `@MainActor FlaskReactor`.
public protocol FlaskReactor: AnyObject {
  /// Asks a reaction for the keys that are of interest.
  func flaskReactions(reaction: FlaskReaction)
}
