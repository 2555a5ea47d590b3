/// A substance that defines its changes by global mixers.
///
/// ```swift
/// enum EnvMixers: SubstanceMixer { case login, logout }
///
/// final class AppReactive: ReactiveSubstance<AppState, EnvMixers> {
///   override func defineMixers() {
///     define(mix: .login) { payload, react, abort in
///       guard let user = payload?["user"] as? String else { return abort() }
///       self.prop.title = "signed in as \(user)"
///       react()
///     }
///   }
/// }
///
/// Flask.substances(reactTo: EnvMixers.login, payload: ["user": "Ada"])
/// ```
///
/// Mixers reach it from its creation, whether or not it is shown; see
/// ``SubstanceConcrete/hearsMixersUnbound``.
nonisolated open class ReactiveSubstance<S: FlaskState, Mixers: RawRepresentable>: Substance<S>
where Mixers.RawValue == String {
  override final var isReactive: Bool { true }

  /// Defines this substance's handler of one of its own global mixers.
  ///
  /// - Parameters:
  ///   - mix: The mixer; an earlier definition is replaced.
  ///   - body: The handler, which receives the payload, and resolves the transaction by calling `react` or
  ///     `abort` before it returns.
  public final func define(mix: Mixers, _ body: @escaping FluxMixer) {
    define(mix: mix.rawValue, body)
  }

  /// Defines this substance's handler of a global mixer of another enumeration.
  public final func define<Other: RawRepresentable>(mix: Other, _ body: @escaping FluxMixer)
  where Other.RawValue == String {
    define(mix: mix.rawValue, body)
  }
}
