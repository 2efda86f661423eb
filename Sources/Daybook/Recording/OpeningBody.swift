import Recording

/// What is known when a channel opens, as the JSON object that the redactor takes.
enum OpeningBody {
  static let empty = Array("{}".utf8)

  /// The object's bytes.
  ///
  /// - Parameter frame: the name of a frame that is not listed.
  /// - Throws: where the parameters are not exactly one JSON object.
  static func bytes(of capture: Capture, frame: String? = nil) throws -> [UInt8] {
    if let parameters = capture.parameters {
      var isObject = false
      do throws(JSONScanError) {
        isObject = try JSONReader.members(of: Array(parameters.utf8)) != nil
      } catch {
        isObject = false
      }
      if !isObject { throw CaptureRefusal("The parameters are no JSON object.") }
    }
    var members: [String] = []
    func add(_ name: String, _ literal: String?) {
      if let literal { members.append("\"\(name)\":\(literal)") }
    }
    add("frame", frame.map(JSONReader.literal))
    add("reference", capture.reference.map(JSONReader.literal))
    add("currency", capture.currency.map(JSONReader.literal))
    if capture.surface == .request, let body = capture.body {
      add("url", JSONReader.literal(String(decoding: body, as: UTF8.self)))
    }
    add("parameters", capture.parameters)
    return Array("{\(members.joined(separator: ","))}".utf8)
  }
}
