/// A search for the parts in a state without a store, for code that simulates a store.
package struct PartProbe<State> {
  private let finds: (State, [PartTag]) -> Bool?

  package init<Message: Sendable>(_ parts: [any StatePart<State, Message>]) {
    let declarations = parts.map { $0.declaration }
    finds = { state, path in
      let register = PartRegister()
      let followers = declarations.map { $0.makeFollower(.whole, register, PartListening { { _ in } }) }
      return withExtendedLifetime(register) {
        withUnsafePointer(to: state) { state in
          switch followers.find(path[...], state) {
          case .there: true
          case .gone: false
          case .undeclared: nil
          }
        }
      }
    }
  }

  /// Returns true if the part with these tags, the outermost first, exists; nil if it was not declared.
  package func finds(_ path: [PartTag], in state: State) -> Bool? { finds(state, path) }
}
