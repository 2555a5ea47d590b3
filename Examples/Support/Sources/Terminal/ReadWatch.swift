import Dispatch

/// A watcher that calls a closure on the main actor when a descriptor is readable, until deinit.
final class ReadWatch {
  private let source: any DispatchSourceRead

  /// Starts watching; the descriptor must stay open at least as long.
  init(_ descriptor: Int32, onReadable: @escaping @MainActor () -> Void) {
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { onReadable() } }
    source.activate()
  }

  deinit { source.cancel() }
}
