/// The name of one requested effect, issued by an ``EffectScheduler`` and valid only there.
public struct EffectToken: Hashable, Sendable {
  /// The position of the request among all requests of the scheduler, counted from 1 and never reused.
  public let serial: UInt64

  /// A small index that no other effect of the scheduler holds until this one has ended.
  ///
  /// The indices of ended effects are reused, so that a caller can keep what belongs to an effect (its body,
  /// its task) in a plain array.
  public let slot: Int

  @_alwaysEmitIntoClient
  init(serial: UInt64, slot: Int) {
    self.serial = serial
    self.slot = slot
  }
}
