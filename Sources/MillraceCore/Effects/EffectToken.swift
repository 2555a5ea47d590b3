/// The name of one requested effect, given by an ``EffectScheduler`` and valid only there.
public struct EffectToken: Hashable, Sendable {
  /// The place of the request among all requests of the scheduler, counted from 1; never given twice.
  public let serial: UInt64

  /// A small index that no other effect of the scheduler holds until this one has ended.
  ///
  /// Indices of ended effects are given again, so that whoever performs effects can keep what belongs to one
  /// (its body, its task) in a plain array.
  public let slot: Int

  @_alwaysEmitIntoClient
  init(serial: UInt64, slot: Int) {
    self.serial = serial
    self.slot = slot
  }
}
