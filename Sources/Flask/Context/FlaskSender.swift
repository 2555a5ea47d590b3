import Millrace

/// The `Sendable` way to a context, for every other thread and task.
public struct FlaskSender: Sendable {
  let sender: Sender<FluxMessage>

  /// Has a global mixer run in the context, soon.
  ///
  /// What one thread or task asks for is done in its order.
  ///
  /// - Parameters:
  ///   - mixer: A case of an enumeration of mixers.
  ///   - payload: What the mixer is given.
  /// - Returns: False when the context has ended, and nothing will be done.
  @discardableResult
  public func substances<Mixer: RawRepresentable>(
    reactTo mixer: Mixer, payload: FluxPayloadType? = nil
  ) -> Bool where Mixer.RawValue == String {
    sender.send(FluxMessage(.mixer(mixer.rawValue), payload: payload))
  }

  /// Feeds a recorded message back, soon.
  ///
  /// - Returns: False when the context has ended, and nothing will be done.
  @discardableResult
  public func feed(_ message: FluxMessage) -> Bool {
    sender.send(message.fed(to: []))
  }
}
