import MillraceCore

extension TurnMachine {
  /// Takes an arriving message as a store does: its turn begins if the machine is free, otherwise it waits.
  mutating func admit(to lane: Int) -> Admission {
    if isFree {
      begin()
      return .run
    }
    enqueue(lane)
    return .wait
  }
}
