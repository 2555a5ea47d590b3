/// An object that reacts to substances, for `Flask.attachReactor(to:mixing:)`.
///
/// ```swift
/// final class CounterView: FlaskReactor {
///   func flaskReactions(reaction: FlaskReaction) {
///     reaction.on(AppState.prop.counter) { change in show(change.newValue() ?? 0) }
///   }
/// }
/// ```
///
/// It is called in the context's isolation. A class of the main actor conforms as `@MainActor FlaskReactor`.
public protocol FlaskReactor: AnyObject {
  /// Handles a reaction: calls its `on` for each key of interest.
  func flaskReactions(reaction: FlaskReaction)
}
