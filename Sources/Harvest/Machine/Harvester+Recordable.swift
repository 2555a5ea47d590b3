public import Millrace

extension Harvester where State: Sendable {
  /// The machine as a journal sees it: its states, and the inputs that have led from one to the next.
  ///
  /// ```swift
  /// let recordable = harvester.recordable(state: RecordSchema("login"), inputs: RecordSchema("login-input"))
  /// ```
  ///
  /// Every input is kept that has had its turn before the machine finished, the rejected ones, too: which those are is the
  /// mapping's to say. When a record is played, the mapping is asked and nothing else is done: no effect begins, no reply
  /// is told, and feedbacks find nothing. That the machine has finished is not kept, so one that was made anew takes
  /// inputs.
  ///
  /// - Parameters:
  ///   - state: How states are written down.
  ///   - inputs: How inputs are written down.
  public func recordable(state: RecordSchema<State>, inputs: RecordSchema<Input>) -> Recordable<State, Input>
  {
    Recordable(
      name: store.storeName, flow: store.flow, states: state, messages: inputs,
      kept: { [hub] message in
        guard !hub.isFinished, case .input(let input) = message as? HarvesterMessage<Input> else {
          return nil
        }
        return input
      },
      state: { [store] in store.withState { copy $0 } },
      replace: { [store] in store.replace($0) },
      change: { [change] in change($1, &$0) })
  }
}
