public import Millrace

extension Harvester where State: Sendable {
  /// Returns the machine in the form that a journal records: its states, and the inputs between them.
  ///
  /// ```swift
  /// let recordable = harvester.recordable(state: RecordSchema("login"), inputs: RecordSchema("login-input"))
  /// ```
  ///
  /// Every input is recorded that was processed before the machine finished, rejected ones included: the
  /// mapping decides which those are. Playing a record calls only the mapping: no effect begins, no reply
  /// is sent, and feedbacks receive nothing. The end of the machine is not recorded, so a machine that is
  /// restored from a record takes inputs. Its charts are resumed, as by ``restore(_:isolation:)``. A
  /// journal has the time of each turn, and so the deadline of each delay.
  ///
  /// - Parameters:
  ///   - state: The schema of the states.
  ///   - inputs: The schema of the inputs.
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
      replace: { self.restore($0) },
      change: { [change, hub] in
        change($1, &$0)
        if hub.charts != nil { hub.beginRecordedDelays(&$0) }
      })
  }
}
