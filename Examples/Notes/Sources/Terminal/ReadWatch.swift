import Dispatch

/// Tells on the main actor when a descriptor can be read from, until it goes away.
final class ReadWatch {
  private let source: any DispatchSourceRead

  /// Watches from now on; the descriptor stays open at least as long.
  init(_ descriptor: Int32, onReadable: @escaping @MainActor () -> Void) {
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { onReadable() } }
    source.activate()
  }

  deinit { source.cancel() }
}
