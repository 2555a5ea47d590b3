public import Millrace

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

  /// Schedules a global mixer in the context, unless too many requests wait.
  ///
  /// It bounds the memory of a program whose requests come faster than the context mixes:
  ///
  /// ```swift
  /// if sender.substances(reactTo: Mixers.measure, payload: payload, limit: 1_000) == .full { dropped += 1 }
  /// ```
  ///
  /// The bound is exact, whatever the number of threads. All requests of the context's senders count, until
  /// their mixes are over; see `Sender.send(_:limit:)`.
  ///
  /// - Parameters:
  ///   - mixer: A case of an enumeration of mixers.
  ///   - payload: The payload of the mixers.
  ///   - limit: The number of waiting requests at which the context is full.
  /// - Returns: The outcome. A request that was not accepted is not kept.
  public func substances<Mixer: RawRepresentable>(
    reactTo mixer: Mixer, payload: FluxPayloadType? = nil, limit: Int
  ) -> BoundedSend where Mixer.RawValue == String {
    sender.send(FluxMessage(.mixer(mixer.rawValue), payload: payload), limit: limit)
  }

  /// Schedules a recorded message to be fed back.
  ///
  /// - Returns: False if the context has ended and nothing will happen.
  @discardableResult
  public func feed(_ message: FluxMessage) -> Bool {
    sender.send(message.fed(to: []))
  }
}
