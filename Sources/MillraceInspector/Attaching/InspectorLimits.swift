/// The limits of memory and time; tests choose smaller ones.
struct InspectorLimits: Sendable {
  /// The number of turns and events that wait to be encoded.
  var waiting = 16_384
  /// The number of encoded bytes beyond which nothing more is encoded until some are sent.
  var output = 4 << 20
  /// The number of requests that are answered at a time.
  var requests = 8
  /// The time for the connection and the handshake, each.
  var handshake = Duration.seconds(10)
  /// The time after turns in which further ones are collected without waking the connection.
  var window = Duration.milliseconds(5)
  /// The time for sending the rest when the flow has ended.
  var farewell = Duration.seconds(1)
  var firstDelay = Duration.milliseconds(100)
  var longestDelay = Duration.seconds(5)
  /// The time between two samples of an exact state.
  var exactInterval = Duration.milliseconds(50)
  /// The time between two samples of a reflected state.
  var reflectedInterval = Duration.milliseconds(500)
  /// The time for which updates are computed at home without a break.
  var slice = Duration.milliseconds(4)
  /// The number of turns that one request may compute.
  var computed = 100_000
}
