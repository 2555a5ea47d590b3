import Millrace

/// A `Sendable` reference to a context, for other threads and tasks.
public struct FlaskSender: Sendable {
  let sender: Sender<FluxMessage>

  /// Schedules a global mixer in the context.
  ///
  /// The requests of one thread or task run in order.
  ///
  /// - Returns: False if the context has ended and nothing will happen.
  @discardableResult
  public func substances<Mixer: RawRepresentable>(
    reactTo mixer: Mixer, payload: FluxPayloadType? = nil
  ) -> Bool where Mixer.RawValue == String {
    sender.send(FluxMessage(.mixer(mixer.rawValue), payload: payload))
  }

  /// Schedules a recorded message to be fed back.
  ///
  /// - Returns: False if the context has ended and nothing will happen.
  @discardableResult
  public func feed(_ message: FluxMessage) -> Bool {
    sender.send(message.fed(to: []))
  }
}
